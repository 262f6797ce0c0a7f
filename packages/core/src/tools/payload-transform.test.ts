import { describe, expect, it } from 'vitest';
import { silentLogger } from '../base/logger.ts';
import {
  type ToolTransform,
  type TransformContext,
  type TransformPolicy,
  transformPayload,
} from './payload-transform.ts';

const raw = { toolName: 'pay', toolCallId: 'c1', input: { card: '4111' }, output: { ok: true } };

const transform = (
  { policy, tool }: { policy?: TransformPolicy; tool?: ToolTransform },
  phase: Parameters<typeof transformPayload>[1] = 'output-available',
  logger = silentLogger,
) => transformPayload({ policy, tool, logger }, phase, raw);

describe('what stands in place of a payload', () => {
  it('is not asked for when neither a policy nor the tool speaks for a target', () => {
    expect(transform({})).toBeUndefined();
    expect(transform({ tool: {} })).toBeUndefined();
    expect(transform({ tool: { display: { output: () => 1 } } })).toEqual({
      display: { 'output-available': { transformed: 1 } },
    });
  });

  it('is what the policy gives, else what the tool gives', async () => {
    const tool = { display: { output: () => 'tool', input: () => 'tool in' } };
    const policy: TransformPolicy = {
      transformToolPayload: ({ phase }) => (phase === 'output-available' ? 'policy' : undefined),
      targets: ['display'],
    };
    expect(transform({ policy, tool })).toEqual({
      display: { 'output-available': { transformed: 'policy' } },
    });
    expect(transform({ policy, tool }, 'input-available')).toEqual({
      display: { 'input-available': { transformed: 'tool in' } },
    });
  });

  it('is asked of a policy for both targets unless it names them', () => {
    const transformToolPayload = ({ target }: TransformContext) => target;
    expect(transform({ policy: { transformToolPayload } })).toEqual({
      display: { 'output-available': { transformed: 'display' } },
      transcript: { 'output-available': { transformed: 'transcript' } },
    });
    expect(transform({ policy: { transformToolPayload, targets: ['transcript'] } })).toEqual({
      transcript: { 'output-available': { transformed: 'transcript' } },
    });
  });

  it('keeps null, false, 0 and the empty text', () => {
    for (const value of [null, false, 0, '']) {
      const policy = { transformToolPayload: () => value };
      expect(transform({ policy })?.valueOf()).toMatchObject({
        display: { 'output-available': { transformed: value } },
      });
    }
  });

  it('is a placeholder in a phase that nothing was given for, and nothing for a delta', () => {
    const tool = { display: { output: () => undefined } };
    const placeholder = { transformed: { message: 'Tool output-available payload unavailable' } };
    expect(transform({ tool })).toEqual({ display: { 'output-available': placeholder } });
    expect(transform({ tool }, 'error')).toEqual({
      display: { error: { transformed: { message: 'Tool error payload unavailable' } } },
    });
    expect(transform({ tool }, 'input-delta')).toEqual({
      display: { 'input-delta': { suppress: true } },
    });
  });

  it.each([
    [
      'throws',
      () => {
        throw new TypeError('card 4111');
      },
    ],
    ['rejects', async () => Promise.reject(new TypeError('card 4111'))],
  ])(
    'is a placeholder when a transform %s, and the log tells of it without the payload',
    async (_how, fail) => {
      const said: string[] = [];
      const logger = {
        ...silentLogger,
        warn: (...words: unknown[]) => said.push(JSON.stringify(words)),
      };
      const tool = { display: { output: () => 'not asked' } };
      const policy = { transformToolPayload: fail, targets: ['display'] as const };
      expect(await transform({ policy, tool }, 'output-available', logger as never)).toEqual({
        display: {
          'output-available': {
            transformed: { message: 'Tool output-available payload unavailable' },
            failed: true,
          },
        },
      });
      expect(said).toHaveLength(1);
      expect(said[0]).toContain('pay');
      expect(said[0]).toContain('TypeError');
      expect(said[0]).not.toContain('4111');
    },
  );

  it('waits for a transform that takes its time', async () => {
    const tool = { display: { output: async () => 'later' }, transcript: { output: () => 'now' } };
    expect(await transform({ tool })).toEqual({
      display: { 'output-available': { transformed: 'later' } },
      transcript: { 'output-available': { transformed: 'now' } },
    });
  });

  it('is made from copies, and is a copy', () => {
    const kept = { shown: 1 };
    const policy: TransformPolicy = {
      transformToolPayload: ({ input, output }) => {
        (input as { card?: string }).card = 'changed';
        (output as { ok?: boolean }).ok = false;
        return kept;
      },
    };
    const given = transform({ policy }) as { display: { 'output-available': object } };
    kept.shown = 2;
    expect(raw).toMatchObject({ input: { card: '4111' }, output: { ok: true } });
    expect(given.display['output-available']).toEqual({ transformed: { shown: 1 } });
  });
});
