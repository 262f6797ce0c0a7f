import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { demoExamples } from '@tenon/demo-model';
import { createAssistant } from './agent.ts';
import { showRun, toMessage } from './show-run.ts';

const usage = `Usage: npm start                    asks for a request; without a terminal it answers a built-in one
       npm start -- "a request"     answers that request
       npm start -- --model openai/gpt-5 "a request"
                                    lets a model of yours answer it, by its name or by the
                                    URL of a server and the model after a #, for instance
                                    http://127.0.0.1:8080/v1#qwen3
       npm start -- --examples      prints requests to try
       npm start -- --help          prints this

The answer goes to stdout, the calls of tools go to stderr.`;

/** Needs all three tools, and changes nothing. */
const builtInRequest = 'What is 18% of 2450? Search the files for "tenon", and then list my notes.';

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${toSentences(error)}\n`);
  process.exitCode = 1;
}

/** What went wrong, and what to do about it where the error itself does not say so. */
function toSentences(error: unknown): string {
  const message = toMessage(error);
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (String(code).startsWith('ERR_PARSE_ARGS')) {
    return `${message.split('. ')[0]}. "npm start -- --help" tells what there is.`;
  }
  if (String(name).startsWith('AI_')) {
    return `The model did not answer: ${message}. Check its name or URL, its key, and that its server is running.`;
  }
  return message;
}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      examples: { type: 'boolean' },
      model: { type: 'string' },
    },
  });
  if (values.help) return print(usage);
  if (values.examples) return print(demoExamples.join('\n'));
  const given = positionals.join(' ').trim();
  const request = given || (process.stdin.isTTY ? await ask() : builtInRequest);
  if (request === undefined) return 130;
  if (given === '' && !process.stdin.isTTY) process.stderr.write(`${dim(request)}\n`);
  const assistant = createAssistant(values.model === undefined ? {} : { model: values.model });
  const stream = await assistant.stream(request, { maxSteps: 10 });
  await showRun(stream.fullStream, {
    answer: (text) => process.stdout.write(text),
    event: (line) => process.stderr.write(`${dim(line)}\n`),
  });
  return print('');
}

/** Asks for one line; `undefined` when the user left by Ctrl-C or Ctrl-D. */
function ask(): Promise<string | undefined> {
  const [first, , , second] = demoExamples;
  process.stderr.write(`For instance: ${first}\n         or: ${second}\n`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    lines.on('SIGINT', () => {
      process.stderr.write('\n');
      lines.close();
    });
    lines.on('close', () => resolve(undefined));
    lines.question('What shall I do? ', (line) => {
      resolve(line.trim() || first);
      lines.close();
    });
  });
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function dim(text: string): string {
  return process.stderr.isTTY ? `\u001b[2m${text}\u001b[22m` : text;
}
