import { describeStore } from '@tenon/testing';
import { describe, it } from 'vitest';
import { InMemoryStore } from '../index.ts';

describeStore({ describe, it }, 'in memory', () => new InMemoryStore());
