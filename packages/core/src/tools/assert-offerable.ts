import { TenonError } from '../base/errors.ts';
import type { ToolSet } from './tool-set.ts';

/**
 * A tool that hides private data by `transform`, which does nothing yet, is not offered to a model at all: already the
 * arguments of a call would be shown raw.
 *
 * @throws TenonError `TOOL_TRANSFORM_NOT_SUPPORTED`
 */
export function assertOfferable(toolSet: ToolSet, owner: string): void {
  for (const key of toolSet.keys()) {
    const { transform } = (toolSet.get(key)?.tool ?? {}) as { readonly transform?: unknown };
    if (!transform) continue;
    throw new TenonError(
      'TOOL_TRANSFORM_NOT_SUPPORTED',
      `${owner}: tool "${key}" hides private data by "transform", which this version of Tenon cannot do, so that its input and output would be shown as they are. Take the tool out, or keep what is private out of its input and output and leave "transform" out.`,
      { details: { toolName: key, option: 'transform' } },
    );
  }
}
