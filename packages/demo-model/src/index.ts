export { demoNotice } from './conversation.ts';
export { type DemoPlannerOptions, demoPlanner } from './demo-planner.ts';
export { demoExamples } from './examples.ts';
