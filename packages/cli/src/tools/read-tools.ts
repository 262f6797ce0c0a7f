import { basename } from 'node:path';
import { exitStatus, exitStatusOf, toSentence } from '../errors.ts';
import { loadModule } from '../load-module.ts';
import { collectFiles } from './collect-files.ts';
import { showDuration } from './duration.ts';
import { type FoundTool, type FoundTools, findTools } from './find-tools.ts';
import { holdProcess } from './hold-process.ts';
import { Progress } from './progress.ts';
import { Stopper } from './stopper.ts';

/** A tool and the file that it was found in. */
export interface ToolInFile extends FoundTool {
  readonly file: string;
}

export interface ReadTools {
  /** Each tool once, in the order of the files. */
  readonly tools: readonly ToolInFile[];
  /** Files that do not load and tools that cannot be used, a sentence each. */
  readonly problems: readonly string[];
}

/** Where a tool was found, as `tenon tool run` takes it. */
export function placeOf({ file, exportPath }: Pick<ToolInFile, 'file' | 'exportPath'>): string {
  return `${file}#${exportPath}`;
}

/** How long one file may take to load. */
const longest = 30_000;

/** The tools of a file or of all files of a folder. */
export async function readTools(path: string): Promise<ReadTools> {
  const files = await collectFiles(path);
  const tools = new Map<unknown, ToolInFile>();
  const problems: string[] = [];
  const stopper = new Stopper(undefined);
  const progress = new Progress(process.stderr, process.stdout.isTTY === true);
  try {
    await holdProcess(
      (error) => problems.push(`A file failed after it was loaded: ${toSentence(error)}`),
      async () => {
        for (const [index, file] of files.entries()) {
          progress.say(`Reading ${index + 1} of ${files.length}: ${file}`);
          const found = await readFile(file, stopper, problems);
          for (const tool of found.tools) keep(tools, { ...tool, file });
          for (const { exportPath, reason } of found.unusable) {
            problems.push(`"${placeOf({ file, exportPath })}" cannot be used: ${reason}`);
          }
        }
      },
    );
  } finally {
    progress.end();
  }
  return { tools: [...tools.values()], problems };
}

async function readFile(file: string, stopper: Stopper, problems: string[]): Promise<FoundTools> {
  try {
    return await stopper.guard(`"${file}"`, inTime(file, load(file)));
  } catch (error) {
    if (exitStatusOf(error) === exitStatus.aborted) throw error;
    problems.push(toSentence(error));
    return { tools: [], unusable: [] };
  }
}

async function load(file: string): Promise<FoundTools> {
  return findTools(await loadModule(file), file);
}

/** Does not keep the process alive: a file that waits for nothing is told at once. */
async function inTime<Result>(file: string, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const sentence = `"${file}" did not load within ${showDuration(longest)}. Keep what takes long out of what is exported.`;
    timer = setTimeout(() => reject(new Error(sentence)), longest);
    timer.unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function keep(tools: Map<unknown, ToolInFile>, found: ToolInFile): void {
  const known = tools.get(found.tool);
  if (known === undefined || rankOf(found) < rankOf(known)) tools.set(found.tool, found);
}

/** Where a tool is exported in several places, that is the least which only hands it on. */
const rankOf = ({ file, exportPath }: ToolInFile): number =>
  (basename(file).startsWith('index.') ? 1 : 0) + exportPath.split('.').length;
