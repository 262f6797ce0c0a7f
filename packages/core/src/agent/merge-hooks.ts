import { aRecord, type OptionForm } from '../base/option-forms.ts';
import type { ToolHooks } from '../calls/index.ts';

const names = [
  'beforeToolCall',
  'afterToolCall',
  'onToolRefused',
] as const satisfies readonly (keyof ToolHooks)[];

/**
 * Hooks may be methods of a class with fields of its own; in an object that somebody wrote down, a word that is no hook
 * is a policy that nobody keeps.
 */
export const someHooks: OptionForm = {
  is: `an object of functions: ${names.join(', ')}`,
  fits: (value) => {
    if (!aRecord.fits(value)) return false;
    const hooks = value as Readonly<Record<string, unknown>>;
    return (
      names.every((name) => hooks[name] === undefined || typeof hooks[name] === 'function') &&
      (!isPlain(hooks) || Object.keys(hooks).every((name) => names.includes(name as never)))
    );
  },
};

/** The hooks of a call over those of its agent, each by its name and with its own object as `this`. */
export function mergeHooks(
  own: ToolHooks | undefined,
  given: ToolHooks | undefined,
): ToolHooks | undefined {
  if (!own || !given) return given ?? own;
  const merged: ToolHooks = {};
  for (const name of names) {
    const holder = given[name] === undefined ? own : given;
    if (holder[name] === undefined) continue;
    Object.assign(merged, { [name]: (call: never) => holder[name]?.(call) });
  }
  return merged;
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
