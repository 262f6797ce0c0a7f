import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../errors.ts';
import { loadModule } from '../load-module.ts';
import { parseTarget } from '../parse-target.ts';
import type { Talker } from './talker.ts';
import { type NamedTalker, talkersIn } from './talkers-in.ts';

const projectFiles = ['src/tenon', 'src/mastra'].flatMap((folder) =>
  ['ts', 'mts', 'js', 'mjs'].map((extension) => join(folder, `index.${extension}`)),
);

/**
 * The agent that is asked for, by `<file>[#export]` or its id in the project of this folder, or the only one there;
 * `undefined` when none is asked for and there is no project with agents.
 *
 * @throws Error when there is no such agent, or several to choose from; the message lists them.
 */
export async function findTalker(wanted: string | undefined): Promise<Talker | undefined> {
  if (wanted !== undefined && isFile(wanted)) {
    const { file, wanted: name } = parseTarget(wanted);
    const talkers = talkersIn(await loadModule(file));
    if (talkers.length === 0) {
      throw usageError(
        `"${file}" exports no agent. Export one, for instance: export const assistant = new Agent({ … })`,
      );
    }
    return choose(talkers, { name, place: `"${file}"`, prefix: `${file}#` });
  }
  const file = projectFiles.find((path) => existsSync(path));
  const talkers = file === undefined ? [] : talkersIn(await loadModule(file));
  if (talkers.length > 0) return choose(talkers, { name: wanted, place: `"${file}"`, prefix: '' });
  if (wanted === undefined) return undefined;
  throw usageError(
    file === undefined
      ? `There is no agent "${wanted}", since this folder has no src/tenon/index.ts. Name the file of the agent: --agent <file>#<export>`
      : `There is no agent "${wanted}": "${file}" has no agents. Name the file of the agent: --agent <file>#<export>`,
  );
}

interface Choice {
  readonly name: string | undefined;
  /** Where the agents come from, for messages. */
  readonly place: string;
  /** What stands before a name on the command line. */
  readonly prefix: string;
}

function choose(talkers: readonly NamedTalker[], { name, place, prefix }: Choice): Talker {
  const fitting =
    name === undefined ? talkers : talkers.filter(({ names }) => names.includes(name));
  const [first] = fitting;
  if (first !== undefined && fitting.length === 1) return first.talker;
  const known = talkers.map(({ names }) => names[0]);
  const choices = `Choose by --agent: ${known.map((one) => prefix + one).join(', ')}`;
  if (first !== undefined) throw usageError(`${place} has ${fitting.length} agents. ${choices}`);
  throw usageError(`${place} has no agent "${name}". ${choices}`);
}

const isFile = (wanted: string): boolean =>
  wanted.includes('#') || /[\\/]/.test(wanted) || /\.[cm]?[jt]sx?$/.test(wanted);
