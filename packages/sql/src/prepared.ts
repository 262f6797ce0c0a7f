import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';

/** A query whose text is made once: running it again costs its parameters alone. */
export interface Prepared<Parameters, Row> {
  run(
    database: Pick<Kysely<never>, 'executeQuery'>,
    parameters: Parameters,
  ): Promise<QueryResult<Row>>;
}

const nameOf = Symbol('the parameter that an object stands for');

/**
 * Builds a query with a placeholder for each value that changes from one run to the next.
 *
 * @example
 * const find = prepare<{ id: string }, { title: string }>((value) =>
 *   database.selectFrom('threads').select('title').where('id', '=', value('id')),
 * );
 * await find.run(database, { id: 't' });
 */
export function prepare<Parameters extends object, Row = never>(
  build: (
    value: <Name extends keyof Parameters & string>(name: Name) => Parameters[Name],
  ) => Compilable,
): Prepared<Parameters, Row> {
  const compiled = build((name) => ({ [nameOf]: name }) as never).compile() as CompiledQuery<Row>;
  return {
    run: (database, parameters) => {
      const values = compiled.parameters.map((value) => {
        const name = (value as { [nameOf]?: keyof Parameters } | null)?.[nameOf];
        return name === undefined ? value : parameters[name];
      });
      return database.executeQuery({ ...compiled, parameters: values });
    },
  };
}
