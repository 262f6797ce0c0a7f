import type { Database, Statement } from 'libsql';

/** More texts than the stores have: beyond it are lists with unusual filters. */
const mostStatements = 200;

/** The statements of a connection, each prepared once and dropped when others were used since. */
export class Statements {
  readonly #database: Database;
  readonly #prepared = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  get(text: string): Statement {
    const known = this.#prepared.get(text);
    if (known !== undefined) {
      this.#prepared.delete(text);
      this.#prepared.set(text, known);
      return known;
    }
    const statement = this.#database.prepare(text);
    this.#prepared.set(text, statement);
    if (this.#prepared.size > mostStatements) {
      const [oldest = text] = this.#prepared.keys();
      this.#prepared.delete(oldest);
    }
    return statement;
  }

  clear(): void {
    this.#prepared.clear();
  }
}
