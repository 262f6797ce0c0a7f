/** Several objects as one, which sends each call to another of them in turn. */
export function alternating<Target extends object>(targets: readonly Target[]): Target {
  let calls = 0;
  return new Proxy(targets[0] as Target, {
    get: (_, name) => {
      const target = targets[calls++ % targets.length] as Target;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
