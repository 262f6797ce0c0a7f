/** A Zod 3 schema; what its definition holds depends on its `typeName`. */
export interface Zod3Node {
  readonly _def: Zod3Def;
}
export interface Zod3Def {
  readonly typeName: string;
  readonly description?: string;
  readonly checks?: readonly Zod3Check[];
  readonly shape?: () => Record<string, Zod3Node>;
  readonly unknownKeys?: 'strip' | 'strict' | 'passthrough';
  readonly catchall?: Zod3Node;
  /** The items of an array, what a brand is put on. */
  readonly type?: Zod3Node;
  readonly items?: readonly Zod3Node[];
  readonly rest?: Zod3Node | null;
  readonly options?: readonly Zod3Node[];
  readonly left?: Zod3Node;
  readonly right?: Zod3Node;
  readonly keyType?: Zod3Node;
  readonly valueType?: Zod3Node;
  readonly innerType?: Zod3Node;
  readonly schema?: Zod3Node;
  readonly effect?: { readonly type: string };
  readonly in?: Zod3Node;
  readonly out?: Zod3Node;
  readonly getter?: () => Zod3Node;
  readonly value?: unknown;
  readonly values?: unknown;
  readonly defaultValue?: () => unknown;
  readonly minLength?: { readonly value: number } | null;
  readonly maxLength?: { readonly value: number } | null;
  readonly exactLength?: { readonly value: number } | null;
  readonly minSize?: { readonly value: number } | null;
  readonly maxSize?: { readonly value: number } | null;
}
export interface Zod3Check {
  readonly kind: string;
  readonly value?: unknown;
  readonly inclusive?: boolean;
  readonly regex?: RegExp;
}

/** `Object` for a `ZodObject`. */
export function typeName(schema: Zod3Node): string {
  return schema._def.typeName.replace(/^Zod/, '');
}
