export { describeContent } from './content.ts';
export type { SpecFunctionTool, SpecProviderTool, SpecTool } from './shared.ts';
export { toV2Message, toV2Tool, type V2Message, type V2Tool } from './to-v2.ts';
export { toV3Message, type V3Message } from './to-v3.ts';
export { type ToV4Options, toV4Message, type V4Message } from './to-v4.ts';
