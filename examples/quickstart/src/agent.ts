import { Agent, type ModelOption } from '@tenon/core/agent';
import { demoPlanner } from '@tenon/demo-model';
import { calculatorTool } from './tools/calculator.ts';
import { convertUnitsTool } from './tools/convert-units.ts';
import { createDateTimeTool } from './tools/date-time.ts';
import { createNotesTool } from './tools/notes.ts';
import { createSearchFilesTool } from './tools/search-files.ts';
import { createSummarizeFileTool } from './tools/summarize-file.ts';

export interface AssistantOptions {
  /** The file of the notes. */
  readonly notesPath?: string;
  /** The folder whose files may be read. */
  readonly folder?: string;
  /** What "now" and "tomorrow" are told by. Default: the clock of the system. */
  readonly now?: () => Date;
  /** Default: rules that stand in for a model. */
  readonly model?: ModelOption;
}

/** Makes the assistant: six tools that work on this machine, and a model that picks among them. */
export function createAssistant({ notesPath, folder, now, model }: AssistantOptions = {}) {
  const delayMs = process.stdout.isTTY ? 15 : 0;
  const [clock, place] = [now && { now }, folder === undefined ? {} : { folder }];
  return new Agent({
    id: 'assistant',
    name: 'Assistant',
    instructions: `You help with notes, arithmetic, dates and times, units, and the files of this folder.
Use notes to add, list and find notes, calculator for every calculation, dateTime for everything about dates, times and
time zones, convertUnits for units, searchFiles to find text in files, and summarizeFile to tell what is in one file.`,
    // Rules that stand in for a model. For a real one: model: 'openai/…', or any AI SDK model object.
    model: model ?? demoPlanner({ ...clock, delayMs }),
    tools: {
      notes: createNotesTool({ ...clock, ...(notesPath !== undefined && { path: notesPath }) }),
      calculator: calculatorTool,
      dateTime: createDateTimeTool(clock),
      convertUnits: convertUnitsTool,
      searchFiles: createSearchFilesTool(place),
      summarizeFile: createSummarizeFileTool(place),
    },
  });
}
