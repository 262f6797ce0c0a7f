/** The parts of a Zod 4 schema that are looked at. */
export interface ZodNode {
  readonly _zod: {
    readonly def: ZodDef;
    readonly parent?: ZodNode | undefined;
    readonly toJSONSchema?: unknown;
  };
}
export interface ZodDef {
  readonly type: string;
  readonly check?: string;
  readonly format?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: ZodCheck } }[];
  readonly shape?: Record<string, ZodNode>;
  readonly catchall?: ZodNode;
  readonly element?: ZodNode;
  readonly innerType?: ZodNode;
  readonly in?: ZodNode;
  readonly out?: ZodNode;
  readonly options?: readonly ZodNode[];
  readonly left?: ZodNode;
  readonly right?: ZodNode;
  readonly entries?: Record<string, unknown>;
  readonly values?: readonly unknown[];
  readonly defaultValue?: unknown;
}
export interface ZodCheck {
  readonly check: string;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly length?: unknown;
  readonly value?: unknown;
  readonly inclusive?: boolean;
  readonly format?: string;
}
