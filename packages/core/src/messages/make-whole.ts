import type {
  PromptAssistantMessage,
  PromptMessage,
  PromptToolCallPart,
  PromptToolMessage,
  PromptToolResultPart,
} from './prompt.ts';
import { toErrorOutput } from './tool-output.ts';

/**
 * Makes a history one that every provider accepts; called once, before a run. Each call that we run ourselves gets
 * exactly one result, in the tool message directly after it: a missing one becomes an error that says so; second
 * results and results without a call are left out. Matching is by turn, so an id that comes again is another call; it is
 * told by the next free `<id>_2`, since some providers refuse a request that has an id twice. Empty messages are
 * dropped. Gives the same array when nothing had to change. `origins` tells of an assistant message that was changed too
 * where it comes from.
 */
export function makeWhole(
  messages: PromptMessage[],
  origins?: WeakMap<PromptMessage, object>,
): PromptMessage[] {
  const turns = pairUp(messages);
  const whole: PromptMessage[] = [];
  messages.forEach((message, index) => {
    if (message.role === 'system') whole.push(message);
    if (message.role === 'user' && !isEmpty(message.content)) whole.push(message);
    const turn = turns.get(index);
    if (message.role !== 'assistant' || turn === undefined) return;
    const content = toContent(message, turn);
    if (isEmpty(content)) return;
    const told = content === message.content ? message : { ...message, content };
    const origin = origins?.get(message);
    if (origin !== undefined) origins?.set(told, origin);
    whole.push(told);
    const results = toResults(turn);
    if (results !== undefined) whole.push(results);
  });
  return isSame(whole, messages) ? messages : whole;
}

/** A call of a turn. `result` may be missing, and for the provider's own calls it may come in a later turn. */
interface Call {
  readonly part: PromptToolCallPart;
  /** The id it is told by, which differs from its part's when a call before it has that one. */
  readonly id: string;
  hasResult: boolean;
}

/** What belongs to one assistant message. */
interface Turn {
  /** By position in the content. */
  readonly calls: Map<number, Call>;
  /** Results that stand rightly in the content, by position: those of calls the provider ran. */
  readonly kept: Map<number, PromptToolResultPart>;
  /** Results of the provider's calls that came in a tool message. */
  readonly moved: PromptToolResultPart[];
  /** Answers to our calls, in the order in which they came. */
  readonly results: PromptToolResultPart[];
  /** The tool message that held the first of them. */
  toolMessage?: PromptToolMessage;
}

/** Gives each result to the latest call with its id. The turns are told by the index of the assistant message. */
function pairUp(messages: readonly PromptMessage[]): Map<number, Turn> {
  const turns = new Map<number, Turn>();
  const latest = new Map<string, { turn: Turn; calls: Call[] }>();

  // Free in the whole history, so that no result of another turn can be taken for one of this call.
  let taken: Set<string> | undefined;
  const counts = new Map<string, number>();
  const freeId = (toolCallId: string): string => {
    taken ??= callIdsOf(messages);
    let count = counts.get(toolCallId) ?? 2;
    while (taken.has(`${toolCallId}_${count}`)) count++;
    counts.set(toolCallId, count + 1);
    return `${toolCallId}_${count}`;
  };

  /** The call that a result answers, and the result under the id that the call is told by. */
  const match = (result: PromptToolResultPart) => {
    const known = latest.get(result.toolCallId);
    const call = known?.calls.find(({ hasResult }) => !hasResult);
    if (known === undefined || call === undefined) return undefined;
    call.hasResult = true;
    const byProvider = call.part.providerExecuted === true;
    // only the call says which tool it was, and whether the name is one of ours or the provider's
    const { toolName } = call.part;
    const isSaid = call.id === result.toolCallId && toolName === result.toolName;
    const told = isSaid ? result : { ...result, toolCallId: call.id, toolName };
    return { turn: known.turn, told, byProvider };
  };

  const readToolMessage = (message: PromptToolMessage): void => {
    for (const result of message.content) {
      const found = match(result);
      if (found === undefined) continue;
      (found.byProvider ? found.turn.moved : found.turn.results).push(found.told);
      if (!found.byProvider) found.turn.toolMessage ??= message;
    }
  };

  const readAssistantMessage = ({ content }: PromptAssistantMessage): Turn => {
    const turn: Turn = { calls: new Map(), kept: new Map(), moved: [], results: [] };
    content.forEach((part, position) => {
      if (part.type === 'tool-call') {
        const known = latest.get(part.toolCallId);
        const siblings = known?.turn === turn ? known.calls : [];
        const id = known === undefined ? part.toolCallId : freeId(part.toolCallId);
        const call = { part, id, hasResult: false };
        turn.calls.set(position, call);
        latest.set(part.toolCallId, { turn, calls: [...siblings, call] });
      }
      if (part.type === 'tool-result') {
        const found = match(part);
        if (found?.byProvider) turn.kept.set(position, found.told);
        else if (found !== undefined) found.turn.results.push(found.told);
      }
    });
    return turn;
  };

  messages.forEach((message, index) => {
    if (message.role === 'tool') readToolMessage(message);
    if (message.role === 'assistant') turns.set(index, readAssistantMessage(message));
  });
  return turns;
}

/** The ids of all calls and results. */
export function callIdsOf(messages: readonly PromptMessage[]): Set<string> {
  const ids = new Set<string>();
  for (const { content } of messages) {
    if (typeof content === 'string') continue;
    for (const part of content) if ('toolCallId' in part) ids.add(part.toolCallId);
  }
  return ids;
}

/** The assistant's content without the results that do not belong there, under the ids its calls are told by. */
function toContent(message: PromptAssistantMessage, turn: Turn): PromptAssistantMessage['content'] {
  const content = message.content.flatMap((part, position) => {
    if (part.type === 'tool-result') return turn.kept.get(position) ?? [];
    const id = turn.calls.get(position)?.id;
    if (part.type !== 'tool-call' || id === undefined || id === part.toolCallId) return part;
    return { ...part, toolCallId: id };
  });
  const whole = [...content, ...turn.moved];
  return isSame(whole, message.content) ? message.content : whole;
}

/** The tool message after the assistant's; the given one when it holds just what it must. */
function toResults(turn: Turn): PromptToolMessage | undefined {
  const results = [...turn.results];
  for (const { part, id, hasResult } of turn.calls.values()) {
    if (part.providerExecuted || hasResult) continue;
    const output = toErrorOutput('No result: the call was not finished.');
    results.push({ type: 'tool-result', toolCallId: id, toolName: part.toolName, output });
  }
  if (results.length === 0) return undefined;
  const given = turn.toolMessage;
  if (given !== undefined && isSame(results, given.content)) return given;
  const options = given?.providerOptions;
  return { role: 'tool', content: results, ...(options && { providerOptions: options }) };
}

const isEmpty = (content: Exclude<PromptMessage['content'], string>): boolean =>
  content.every(
    (part) =>
      (part.type === 'text' || part.type === 'reasoning') &&
      part.text === '' &&
      part.providerOptions === undefined,
  );

const isSame = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((item, index) => item === right[index]);
