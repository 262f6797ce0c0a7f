// A tool of a user's, run by the packed command line without a build.

import { createTool } from '@tenon/core/tools';
import { z } from 'zod';

enum Factor {
  Double = 2,
}

export const double = createTool({
  id: 'double',
  description: 'Twice a number',
  inputSchema: z.object({ number: z.number().describe('What is doubled') }),
  execute: async ({ number }: { number: number }) => ({ result: number * Factor.Double }),
});
