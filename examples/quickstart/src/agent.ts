import { Agent, type ModelOption } from '@tenon/core/agent';
import { demoPlanner } from '@tenon/demo-model';
import { calculatorTool } from './tools/calculator.ts';
import { createNotesTool } from './tools/notes.ts';
import { createSearchFilesTool } from './tools/search-files.ts';

export interface AssistantOptions {
  /** The file of the notes. */
  readonly notesPath?: string;
  /** The folder that may be searched. */
  readonly folder?: string;
  /** Default: rules that stand in for a model. */
  readonly model?: ModelOption;
}

/** Makes the assistant: three tools that work on this machine, and a model that picks among them. */
export function createAssistant({ notesPath, folder, model }: AssistantOptions = {}) {
  return new Agent({
    id: 'assistant',
    name: 'Assistant',
    instructions: `You help with notes, arithmetic and the files of this folder.
Use notes to add, list and find notes, calculator for every calculation, and searchFiles to find text in files.`,
    // Rules that stand in for a model. For a real one: model: 'openai/…', or any AI SDK model object.
    model: model ?? demoPlanner({ delayMs: process.stdout.isTTY ? 15 : 0 }),
    tools: {
      notes: createNotesTool(notesPath === undefined ? {} : { path: notesPath }),
      calculator: calculatorTool,
      searchFiles: createSearchFilesTool(folder === undefined ? {} : { folder }),
    },
  });
}
