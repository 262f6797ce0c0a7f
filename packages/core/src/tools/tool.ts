import { TenonError } from '../base/errors.ts';
import { aFunction, assertForms, type OptionForms } from '../base/option-forms.ts';
import type { MaybePromise } from '../base/promise.ts';
import type { ProviderOptions } from '../messages/index.ts';
import {
  type InferSchema,
  type InferSchemaInput,
  type PublicSchema,
  type Schema,
  toSchema,
  type ValidationError,
} from '../schema/index.ts';
import { callPolicy } from './call-policy.ts';
import type { DirectContext, ToolContext } from './context.ts';
import { callDirectly } from './direct-call.ts';
import type { ToolCallbacks } from './lifecycle.ts';
import { readLimits, type ToolLimitOptions, type ToolLimits } from './limits/index.ts';
import type { ToModelOutput } from './model-output.ts';
import { warnOfOptionsToCome } from './options-to-come.ts';
import type { ToolTransform } from './payload-transform.ts';
import type { ProviderParts } from './provider-tool.ts';
import { assertTransform } from './transform-forms.ts';

type SchemaOption = PublicSchema | undefined;

/** Hints about a tool's effects, in the words of the Model Context Protocol. */
export interface ToolAnnotations {
  readonly title?: string;
  /** It changes nothing. */
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  /** Calling it twice with the same input does no more than calling it once. */
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

interface ToolFields<Id extends string> {
  /** Identity in the registry. The model sees the key in the `tools` record, not the id. */
  readonly id: Id;
  /** Tells the model what the tool does and when to use it. */
  readonly description: string;
  /** A name for people; never sent to the model. */
  readonly title?: string;
  /** Asks the provider to generate only arguments that fit the schema. */
  readonly strict?: boolean;
  readonly inputExamples?: readonly { readonly input: Record<string, unknown> }[];
  /** Settings of the tool that belong to one provider. */
  readonly providerOptions?: ProviderOptions;
  readonly mcp?: {
    readonly annotations?: ToolAnnotations;
    readonly _meta?: Record<string, unknown>;
  };
  /** A second call with the same input does no more than the first. */
  readonly idempotent?: boolean;
}

type Input<Schema extends SchemaOption> = InferSchema<Schema>;
type Output<Out extends SchemaOption, Result> = Out extends PublicSchema
  ? InferSchema<Out>
  : Awaited<Result>;
type Returned<Out extends SchemaOption, Result> = Out extends PublicSchema
  ? // biome-ignore lint/suspicious/noConfusingVoidType: an `execute` that returns nothing is documented
    InferSchemaInput<Out> | ValidationError | void
  : Result;

/** The definition of a tool that runs where the agent runs. */
export interface ToolOptions<
  Id extends string,
  In extends SchemaOption,
  Out extends SchemaOption,
  Request extends SchemaOption,
  Result,
> extends ToolFields<Id>,
    ToolCallbacks<Input<In>, Output<Out, Result>, InferSchemaInput<In>>,
    ToolLimitOptions<Input<In>, Input<Request>> {
  /** What the model must give. Without it any object is taken. */
  readonly inputSchema?: In;
  /** What `execute` must give; what matches is handed on as the schema's parsed value. */
  readonly outputSchema?: Out;
  /** What the request context must hold; checked before `execute`. */
  readonly requestContextSchema?: Request;
  /** What people are shown in place of its payloads; see `ToolTransform`. */
  readonly transform?: ToolTransform<Input<In>, Output<Out, Result>>;
  /** What the model is told in place of the result; see `ModelOutput`. */
  readonly toModelOutput?: ToModelOutput<Output<Out, Result>>;
  /** Only ever sees input that `inputSchema` has accepted. */
  readonly execute: (
    inputData: Input<In>,
    context: ToolContext<Input<Request>>,
  ) => MaybePromise<Returned<Out, Result>>;
}

/** The definition of a tool that the client runs: it has no `execute`. */
export interface ClientToolOptions<
  Id extends string,
  In extends SchemaOption,
  Out extends SchemaOption,
> extends ToolFields<Id>,
    ToolCallbacks<Input<In>, Output<Out, unknown>, InferSchemaInput<In>> {
  readonly inputSchema?: In;
  readonly outputSchema?: Out;
  /** What people are shown in place of its payloads; see `ToolTransform`. */
  readonly transform?: ToolTransform<Input<In>, Output<Out, unknown>>;
  /** What the model is told in place of the result that the client gives; see `ModelOutput`. */
  readonly toModelOutput?: ToModelOutput<Output<Out, unknown>>;
  /** How much of the result a model is shown. */
  readonly maxResultChars?: number;
  readonly execute?: undefined;
}

const brand = Symbol.for('tenon.tool');

/** What the executor reads of a tool; an interface, since the tool may come from another copy of this package. */
export interface ToolParts {
  readonly input: Schema | undefined;
  readonly output: Schema | undefined;
  readonly requestContext: Schema | undefined;
  /** The author's function; `undefined` for a client tool. */
  readonly run: ((input: unknown, context: ToolContext) => unknown) | undefined;
  /** Its calls need a person's approval. */
  readonly needsApproval: boolean;
  /** `undefined`: it declares none, or comes from a copy that does not know them. */
  readonly limits?: ToolLimits | undefined;
  /** Set on a tool that a provider of models knows itself. */
  readonly provider?: ProviderParts | undefined;
}

/** The form every floor above works with: no type parameters, nothing to cast. */
export interface AnyTool extends ToolCallbacks {
  readonly id?: string | undefined;
  readonly description?: string | undefined;
  readonly title?: string | undefined;
  readonly strict?: boolean | undefined;
  readonly inputExamples?: readonly { readonly input: Record<string, unknown> }[] | undefined;
  readonly providerOptions?: ProviderOptions | undefined;
  readonly mcp?: { readonly annotations?: ToolAnnotations } | undefined;
  readonly idempotent?: boolean | undefined;
  readonly transform?: ToolTransform | undefined;
  toModelOutput?(output: unknown): unknown;
  readonly [brand]: ToolParts;
}

/** A tool of any copy of this package: to TypeScript the brand is another in each, so that only the shape tells. */
export type ToolOfAnyCopy =
  | AnyTool
  | (Omit<AnyTool, typeof brand | 'id'> & { readonly id: string });

/** A client tool, as `createTool` gives it back. */
export interface ClientTool<Id extends string = string> extends ToolFields<Id>, ToolCallbacks {
  readonly transform?: ToolTransform;
  toModelOutput?(output: unknown): unknown;
  readonly inputSchema?: PublicSchema;
  readonly outputSchema?: PublicSchema;
  readonly execute?: undefined;
  readonly [brand]: ToolParts;
}

/** A tool, as its author sees it. `Failure` is `never` when there is no schema that could refuse. */
export interface ExecutableTool<
  Input = unknown,
  Output = unknown,
  Id extends string = string,
  Failure = ValidationError,
> extends Omit<ClientTool<Id>, 'execute'> {
  /**
   * Runs it without an agent: input and output are checked, hooks and callbacks of an agent are not called.
   * Gives a `ValidationError` (see `isValidationError`) for input or output that does not match; throws what the
   * author's function throws.
   */
  execute(input: Input, context?: DirectContext): Promise<Output | Failure>;
}

type FailureOf<In, Out, Request> = [In, Out, Request] extends [undefined, undefined, undefined]
  ? never
  : ValidationError;

/**
 * Defines a tool.
 *
 * @throws TenonError `TOOL_ID_REQUIRED` for an id that is not a text, `SCHEMA_*` for a schema that cannot be used.
 * @example
 * const weather = createTool({
 *   id: 'weather',
 *   description: 'Current weather at a place',
 *   inputSchema: z.object({ place: z.string() }),
 *   execute: async ({ place }, { abortSignal }) => lookUp(place, abortSignal),
 * });
 */
export function createTool<
  const Id extends string,
  In extends SchemaOption = undefined,
  Out extends SchemaOption = undefined,
>(options: ClientToolOptions<Id, In, Out>): ClientTool<Id>;
export function createTool<
  const Id extends string,
  In extends SchemaOption = undefined,
  Out extends SchemaOption = undefined,
  Request extends SchemaOption = undefined,
  Result = unknown,
>(
  options: ToolOptions<Id, In, Out, Request, Result>,
): ExecutableTool<InferSchemaInput<In>, Output<Out, Result>, Id, FailureOf<In, Out, Request>>;
export function createTool(options: object): unknown {
  return new DefinedTool(options as ErasedOptions);
}

interface ToolConstructor {
  new <
    const Id extends string,
    In extends SchemaOption = undefined,
    Out extends SchemaOption = undefined,
    Request extends SchemaOption = undefined,
    Result = unknown,
  >(
    options: ToolOptions<Id, In, Out, Request, Result>,
  ): ExecutableTool<InferSchemaInput<In>, Output<Out, Result>, Id, FailureOf<In, Out, Request>>;
}
/** A tool that takes `Input` and gives `Output`. */
export type Tool<Input = unknown, Output = unknown, Id extends string = string> = ExecutableTool<
  Input,
  Output,
  Id
>;

/** Holds across two copies of this package, where `instanceof` does not. */
export function isTool(value: unknown): value is AnyTool {
  return typeof value === 'object' && value !== null && brand in value;
}

export function partsOf(tool: AnyTool): ToolParts {
  return tool[brand];
}

/** A tool of these fields, of which the executor reads `parts`. */
export function toolOf(fields: object, parts: ToolParts): AnyTool {
  const tool: object = Object.assign(Object.create(DefinedTool.prototype), fields);
  Object.defineProperty(tool, brand, { value: parts });
  return tool as AnyTool;
}

/** The author's function behind the `execute` of one of our tools, for instance in a copy `{ ...tool }`. */
export function authorsFunction(execute: unknown): ToolParts['run'] {
  return (execute as { readonly [brand]?: ToolParts } | null | undefined)?.[brand]?.run;
}

interface ErasedOptions extends ToolFields<string>, ToolCallbacks, ToolLimitOptions {
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly requestContextSchema?: unknown;
  readonly requireApproval?: unknown;
  readonly transform?: unknown;
  readonly execute?: (input: unknown, context: ToolContext) => unknown;
}

class DefinedTool {
  /** So that `tool instanceof Tool` holds across two copies of this package. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isTool(value);
  }

  constructor(options: ErasedOptions) {
    assertUsable(options);
    const { id } = options;
    if (id !== undefined && (typeof id !== 'string' || id.trim() === '')) {
      throw new TenonError(
        'TOOL_ID_REQUIRED',
        'createTool: `id` must be a text that is not empty, for instance id: "weather".',
        { details: { type: typeof id } },
      );
    }
    warnOfOptionsToCome(options);
    const owner = `Tool "${id ?? options.description ?? 'without id'}"`;
    const schema = (option: 'inputSchema' | 'outputSchema' | 'requestContextSchema') => {
      const source = options[option];
      if (source === undefined || source === null) return undefined;
      return toSchema(source, { owner, option, root: option === 'inputSchema' ? 'object' : 'any' });
    };
    const parts: ToolParts = {
      input: schema('inputSchema'),
      output: schema('outputSchema'),
      requestContext: schema('requestContextSchema'),
      run: options.execute ?? undefined,
      needsApproval: Boolean(options.requireApproval),
      limits: readLimits(options, {
        owner,
        isOurs: typeof options.execute === 'function',
        isReadOnly: callPolicy(options).readOnly,
      }),
    };
    Object.assign(this, options);
    Object.defineProperty(this, brand, { value: parts });
    if (parts.run !== undefined) {
      const name = id ?? 'tool';
      const execute = (input: unknown, context?: DirectContext): Promise<unknown> =>
        callDirectly(parts, name, input, context);
      Object.assign(this, { execute: Object.assign(execute, { [brand]: parts }) });
    }
  }
}

const callbackForms: OptionForms = {
  onInputStart: aFunction,
  onInputDelta: aFunction,
  onInputAvailable: aFunction,
  onOutput: aFunction,
  toModelOutput: aFunction,
};

/** What only code without types can get wrong. */
function assertUsable(options: ErasedOptions): void {
  const { id, execute, inputSchema } = (options ?? {}) as Partial<ErasedOptions>;
  const owner = `Tool "${id ?? 'without id'}"`;
  if (typeof options !== 'object' || options === null) {
    throw new TenonError(
      'TOOL_ID_REQUIRED',
      'createTool needs an object: createTool({ id, description, inputSchema, execute }).',
    );
  }
  if (execute !== undefined && execute !== null && typeof execute !== 'function') {
    throw new TenonError(
      'TOOL_OPTION_INVALID',
      `${owner}: execute must be a function, but is a ${typeof execute}. Leave it out for a tool that the client runs.`,
      { details: { option: 'execute' } },
    );
  }
  assertForms(options, callbackForms, { place: owner, error: 'TOOL_OPTION_INVALID' });
  assertTransform(options.transform, owner);
  if (inputSchema === undefined && 'parameters' in options) {
    throw new TenonError(
      'TOOL_OPTION_INVALID',
      `${owner}: createTool has no option "parameters". Give the schema as inputSchema.`,
      { details: { option: 'parameters' } },
    );
  }
}

/** The same as `createTool`, for code that writes `new Tool({ … })`. */
export const Tool = DefinedTool as unknown as ToolConstructor;
