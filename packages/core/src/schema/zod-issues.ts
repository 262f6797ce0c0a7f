import { type LibraryPath, type SourceIssue, toPath } from './source.ts';

/** An issue of Zod 3 or 4; what a code carries besides differs. */
export interface ZodIssue {
  readonly code?: string;
  readonly message: string;
  readonly path: LibraryPath;
  readonly expected?: unknown;
  readonly received?: unknown;
  /** Zod 4: the issues of each branch of a union, with paths from the union on. */
  readonly errors?: readonly (readonly ZodIssue[])[];
  /** Zod 3: the same, with paths from the root. */
  readonly unionErrors?: readonly { readonly issues: readonly ZodIssue[] }[];
}

export function fromZodIssues(issues: readonly ZodIssue[]): SourceIssue[] {
  return issues.flatMap((issue) => fromZodIssue(issue, toPath(issue.path), 0));
}

const types =
  '(?:string|number|int|integer|bigint|boolean|symbol|date|array|object|record|map|set|null|undefined|nan|NaN|nonoptional|never|unknown)';
const namesTypes = new RegExp(`^(?:Invalid input: expected|Expected) ${types}, received ${types}$`);

function fromZodIssue(issue: ZodIssue, path: (string | number)[], depth: number): SourceIssue[] {
  if (issue.code === 'invalid_union' && depth < 16) return fromUnion(issue, path, depth);
  const message = withoutReceived(issue);
  return [
    {
      message,
      path,
      ...(issue.expected === 'date' && { wants: 'date' }),
      ...(namesTypes.test(message) && { clean: true }),
    },
  ];
}

/**
 * Where one branch alone fits the value's kind its issues say more than "no branch matched"; where several do, each
 * says what it lacks.
 */
function fromUnion(issue: ZodIssue, path: (string | number)[], depth: number): SourceIssue[] {
  const branches = branchesOf(issue, path, depth);
  const near = branches.filter((branch) => branch.every((one) => one.path.length > path.length));
  const own = branches.flat().filter((one) => one.path.length === path.length);
  const lacks = near.map((branch) => branch.map((one) => describe(one, path.length)).join(' and '));
  const wanted = [...new Set([...own.map(({ message }) => shorten(message)), ...lacks])];
  const union: SourceIssue = {
    message:
      wanted.length > 0 && wanted.length < 6
        ? `${issue.message}: ${wanted.join(', or ')}`
        : issue.message,
    path,
    union: true,
    ...(own.some((one) => one.wants === 'date') && { wants: 'date' as const }),
  };
  const [only] = near;
  return only !== undefined && near.length === 1 ? [...only] : [union];
}

const shorten = (message: string): string => message.replace(/^Invalid input: /, '');

/** An issue below the union, by its path from there. */
function describe({ message, path }: SourceIssue, depth: number): string {
  return `${path.slice(depth).join('.')}: ${shorten(message)}`;
}

function branchesOf(issue: ZodIssue, path: (string | number)[], depth: number): SourceIssue[][] {
  if (issue.unionErrors !== undefined) {
    return issue.unionErrors.map(({ issues }) =>
      issues.flatMap((one) => fromZodIssue(one, toPath(one.path), depth + 1)),
    );
  }
  return (issue.errors ?? [])
    .filter((branch) => branch.length > 0)
    .map((branch) =>
      branch.flatMap((one) => fromZodIssue(one, [...path, ...toPath(one.path)], depth + 1)),
    );
}

/** Zod 3 quotes the value that is not in an enum. */
function withoutReceived({ code, message, received }: ZodIssue): string {
  if (code !== 'invalid_enum_value' && code !== 'invalid_literal') return message;
  return message.replaceAll(`, received '${String(received)}'`, '');
}
