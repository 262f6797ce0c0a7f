import type { AnyTool } from '@tenon/core/tools';

/** The makers of models whose APIs are checked against. */
export const providers = ['openai', 'anthropic', 'google'] as const;
export type Provider = (typeof providers)[number];

/** How their makers write them. */
export const providerNames: Readonly<Record<Provider, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
};

/** What each rule finds. */
export const lintRules = {
  'description-too-long': 'a description of a tool that some APIs refuse for its length',
  'enum-as-labels': 'listed values that are no texts and are sent as texts',
  'field-description-missing': 'a field that does not say what it means',
  'field-description-short': 'a description that says no more than the name of the field',
  'large-enum': 'a long list of values in a schema',
  'large-schema': 'a definition that takes many tokens in every request',
  'name-collision': 'names that become the same when they are sent',
  'name-rewritten': 'a name that no provider takes as it is',
  'name-taken': 'two tools under one name',
  'property-renamed': 'a property whose name an API does not take',
  'record-as-entries': 'an object with any keys, sent as a list of keys and values',
  'recursion-cut': 'a schema that holds itself, cut off at a depth',
  'rule-in-words': 'a rule that an API does not take, told in the description',
  'rule-lost': 'a rule that the model never hears of',
  'schema-unusable': 'a tool that no model can be told of',
  'sent-as-text': 'a value that is written as JSON text',
  'sent-as-written': 'a schema that is refused because `strict: false` keeps it as it is',
  'strict-limit': 'a schema that is larger than strict mode takes',
  'tool-description-missing': 'a tool that does not say what it does',
  'tool-description-short': 'a description of a tool in one or two words',
  'tuple-rewritten': 'a list with a schema for each place, sent in another form',
  'union-wrapped': 'alternatives of the whole input, sent as one property',
} as const satisfies Readonly<Record<string, string>>;
export type LintRule = keyof typeof lintRules;

/** Something about a tool that its author should know. */
export interface Finding {
  readonly rule: LintRule;
  /** `error`: a provider refuses it, or the model never hears of it. */
  readonly severity: 'error' | 'warning';
  /** The name of the tool. */
  readonly tool: string;
  /** The file and export it was found in, where it was read from one. */
  readonly place?: string;
  /** The field, for instance `orders[].id`; empty for the tool as a whole. */
  readonly path: string;
  /** Whom it concerns. */
  readonly providers: readonly Provider[];
  /** What is the matter and what to do about it. */
  readonly message: string;
}

/** A tool to be checked. */
export interface LintedTool {
  /** The name that a model knows it by. */
  readonly key: string;
  readonly tool: AnyTool;
  readonly place?: string;
}

/** What a check says of the tool it was given. */
export type Remark = Pick<Finding, 'rule' | 'message'> &
  Partial<Pick<Finding, 'severity' | 'path' | 'providers'>>;
