/**
 * What can be known of a value while it is being written. A text may be the beginning of one, also where only some
 * texts are allowed; a date is still a text.
 */
export type DeepPartial<Value> = unknown extends Value
  ? Value
  : Value extends string | Date
    ? string
    : Value extends readonly (infer Item)[]
      ? readonly DeepPartial<Item>[]
      : Value extends object
        ? { readonly [Key in keyof Value]?: DeepPartial<Value[Key]> | undefined }
        : Value;
