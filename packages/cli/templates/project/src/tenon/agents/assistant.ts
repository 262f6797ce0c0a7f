import { Agent } from '@tenon/core/agent';
import { addDays } from '../tools/add-days.ts';
import { countDays } from '../tools/count-days.ts';

export const assistant = new Agent({
  id: 'assistant',
  name: 'Assistant',
  instructions: `You help with dates. Never count days yourself:
use countDays for the time between two dates, and addDays for the date that lies some days after another.`,
  // Rules that stand in for a language model, until MODEL names one: see .env.example.
  model: process.env.MODEL || 'demo/planner',
  tools: { countDays, addDays },
});
