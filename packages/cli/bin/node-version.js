// Which versions of Node Tenon runs on. Plain JavaScript, because it runs before anything is built and on any of them.

/** The lowest versions that can `require()` an ES module, which the packages and their tools count on. */
export const neededNode = '20.19, or 22.12 and later';

/** Whether a version such as `20.19.0` is one of them. */
export function isNodeNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
}
