/** Makes ids; given what the id is for, so that a host can choose a form per kind. */
export type IdGenerator = (context: { idType: 'run' | 'message' }) => string;

/** Random version 4 UUIDs from the platform's crypto. */
export const randomId: IdGenerator = () => globalThis.crypto.randomUUID();
