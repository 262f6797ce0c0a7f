import { Tenon } from '@tenon/core';
import { assistant } from './agents/assistant.ts';

/** Everything of this project that `tenon` commands find: its agents, under their keys. */
export const tenon = new Tenon({ agents: { assistant } });
