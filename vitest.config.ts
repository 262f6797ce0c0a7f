import { defineConfig } from 'vitest/config';

const conditions = ['@tenon/source'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'examples/*/src/**/*.test.ts', 'tools/*.test.ts'],
    // for processes on a busy machine; tests wait for events, so most take milliseconds
    testTimeout: 60_000,
  },
});
