export { demoNotice } from './answer.ts';
export { type DemoPlannerOptions, demoPlanner } from './demo-planner.ts';
export { demoExamples } from './examples.ts';
