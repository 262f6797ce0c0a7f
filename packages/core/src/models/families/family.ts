import type { GrowingForm } from '../../base/growing-form.ts';
import type { JsonSchema } from '../../schema/index.ts';
import type { SchemaChange } from './changes.ts';

export type FamilyName = 'openai' | 'anthropic' | 'bedrock' | 'google' | 'mistral' | 'none';

/** A tool's schema in the form that one API takes, and the way back. */
export interface RewrittenSchema {
  /** What the model is sent; the author's own object where that will do. */
  readonly schema: JsonSchema;
  /**
   * Turns the model's arguments back into the author's form; the same reference when nothing has to change. Never
   * throws, never changes what it is given. `undefined` when there is nothing to turn back.
   */
  readonly restore: ((args: unknown) => unknown) | undefined;
  /** How arguments that are still being written are shown in the author's form, where `restore` has something to do. */
  readonly form: GrowingForm | undefined;
}

/** What a tool says of `strict`; `undefined` where its author said nothing. */
export type Strict = boolean | undefined;

/** The APIs that refuse the same things. */
export interface SchemaFamily {
  readonly name: FamilyName;
  /** Does the work each time it is called; `rewriteFor` keeps what came out. */
  rewrite(schema: JsonSchema, options: { readonly strict: Strict }): RewrittenSchema;
  /** What `rewrite` does to a schema that the model is told less by, part by part. */
  changes(schema: JsonSchema, options: { readonly strict: Strict }): readonly SchemaChange[];
  /**
   * A tool call id that the API takes in a prompt: the id itself where it does, else another one, always the same for
   * the same id and in practice never the same for two. Not given: any id will do.
   */
  toCallId?(id: string): string;
}
