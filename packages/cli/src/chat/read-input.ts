import { text } from 'node:stream/consumers';

/** How long silence on the input is not explained. */
const patience = 2000;

/** All that is piped in, without the line end that closes it; a terminal pipes nothing. */
export async function readInput(): Promise<string> {
  if (process.stdin.isTTY) return '';
  const explain = setTimeout(() => {
    process.stderr.write('Reading the input until it ends… (give none by: < /dev/null)\n');
  }, patience);
  try {
    return (await text(process.stdin)).replace(/\r?\n$/, '');
  } finally {
    clearTimeout(explain);
  }
}
