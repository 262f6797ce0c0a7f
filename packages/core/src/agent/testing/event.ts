/** Something that happens once, and can be waited for. */
export function event() {
  let happen = () => {};
  const happened = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { happen, happened };
}

/** What never comes. */
export const never = new Promise<never>(() => {});

/** Comes when all that does not wait for anything is done. */
export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
