import type { ChangeKind, SchemaChange } from '@tenon/core/internal';
import type { Definition } from './definition.ts';
import { toPath } from './fields.ts';
import { type LintRule, type Provider, providerNames, type Remark } from './finding.ts';
import { canBeSaid, isSaid } from './said.ts';

interface Advice {
  readonly rule: LintRule;
  readonly severity?: 'error';
  /** The sentence, about one place and whom it concerns. */
  readonly say: (who: string, detail: string) => string;
}

const advice: Readonly<Record<ChangeKind, Advice>> = {
  words: {
    rule: 'rule-in-words',
    say: (who, keyword) =>
      `"${keyword}" is told to ${who} in the description alone, so the model may break it and have its call refused. ${canBeSaid(keyword) ? 'Name the number or an example in your description.' : 'Say what it comes to in your description, or ask for less.'}`,
  },
  lost: {
    rule: 'rule-lost',
    severity: 'error',
    say: (who, keyword) =>
      `"${keyword}" cannot be told to ${who}, so the model never hears of it. Say in the description what it asks for, and check it in \`execute\` instead.`,
  },
  text: {
    rule: 'sent-as-text',
    say: (who) =>
      `It may be anything, so ${who} is asked for JSON text in a string. Name the type or the properties it can have.`,
  },
  entries: {
    rule: 'record-as-entries',
    say: (who) =>
      `Its keys are not known, so ${who} is asked for a list of keys and values. Name the properties where there are a few that matter.`,
  },
  places: {
    rule: 'tuple-rewritten',
    say: (who) =>
      `A list with a schema for each place is sent to ${who} in another form. An object with a name for each is understood better.`,
  },
  labels: {
    rule: 'enum-as-labels',
    say: (who) => `Its values are sent to ${who} as texts. List texts in the first place.`,
  },
  renamed: {
    rule: 'property-renamed',
    say: (who, name) => `It is sent to ${who} as "${name}". That name is taken everywhere.`,
  },
  wrapped: {
    rule: 'union-wrapped',
    say: (who) =>
      `The input is one of several forms, which ${who} is sent as one property of an object. Take one object with a property that says which form it is, or several tools.`,
  },
  cut: {
    rule: 'recursion-cut',
    say: (who) =>
      `It holds itself, and is cut off at a depth for ${who}. A flat list whose items name their parents has no such limit.`,
  },
};

/** What the APIs do not take of a schema. One remark for all that share it. */
export function checkSchema(definition: Definition, providers: readonly Provider[]): Remark[] {
  const found = new Map<string, { change: SchemaChange; whom: Provider[] }>();
  for (const provider of providers) {
    for (const change of definition.changesFor(provider)) {
      if (isTold(change)) continue;
      const mark = JSON.stringify(change);
      const known = found.get(mark) ?? { change, whom: [] };
      if (!known.whom.includes(provider)) known.whom.push(provider);
      found.set(mark, known);
    }
  }
  return [...found.values()].map(({ change, whom }) =>
    definition.strict === false ? asWritten(change, whom) : toRemark(change, whom),
  );

  function isTold({ kind, path, detail = '' }: SchemaChange): boolean {
    return (
      kind === 'words' && definition.strict !== false && isSaid(detail, definition.schema, path)
    );
  }
}

function toRemark(
  { kind, path, detail = '' }: SchemaChange,
  providers: readonly Provider[],
): Remark {
  const { rule, severity, say } = advice[kind];
  const message = say(listOf(providers), detail);
  return {
    rule,
    ...(severity !== undefined && { severity }),
    path: toPath(path),
    providers,
    message,
  };
}

function asWritten({ kind, path, detail }: SchemaChange, providers: readonly Provider[]): Remark {
  const isRule = kind === 'words' || kind === 'lost';
  const what =
    isRule && detail !== undefined ? `"${detail}"` : `what it asks for (${advice[kind].rule})`;
  return {
    rule: 'sent-as-written',
    severity: 'error',
    path: toPath(path),
    providers,
    message: `With strict: false the schema is sent as it is written, and ${what} is refused or ignored by ${listOf(providers)}. Leave \`strict\` out, and it is brought into a form that is taken.`,
  };
}

const listOf = (providers: readonly Provider[]): string =>
  new Intl.ListFormat('en').format(providers.map((provider) => providerNames[provider]));
