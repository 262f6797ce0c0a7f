import { toPlainLine } from '../plain-text.ts';

/** Where nothing listens, that is known at once; a server that does not answer is not waited for longer than this. */
const patience = 1000;

const usualUrl = 'http://127.0.0.1:11434';

/** The names of the models that a running Ollama has, where OLLAMA_HOST says or at its usual place. */
export async function findOllamaModels(): Promise<string[]> {
  const url = ollamaUrl(process.env.OLLAMA_HOST ?? '');
  if (url === undefined) return [];
  try {
    const response = await fetch(`${url}/api/tags`, { signal: AbortSignal.timeout(patience) });
    const { models } = (await response.json()) as { models: readonly { name: unknown }[] };
    return models
      .map(({ name }) => toPlainLine(String(name)))
      .map((name) => (url === usualUrl ? `ollama/${name}` : `${url}/v1#${encodeURI(name)}`));
  } catch {
    return [];
  }
}

/** OLLAMA_HOST is a URL, or a host with or without a port; an address to listen on means this machine. */
function ollamaUrl(host: string): string | undefined {
  if (host.trim() === '') return usualUrl;
  const isUrl = /^https?:\/\//i.test(host);
  const text = isUrl ? host.trim() : `http://${host.trim()}`;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!isUrl && !/:\d+\/?$/.test(text)) url.port = '11434';
  if (['0.0.0.0', '[::]', 'localhost'].includes(url.hostname)) url.hostname = '127.0.0.1';
  return url.href.replace(/\/+$/, '');
}
