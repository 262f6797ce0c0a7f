/** How the models of one provider are made. */
export interface ProviderRow {
  /** The package that speaks to it; an optional peer. */
  readonly package: string;
  /** The export of the package that makes a provider. */
  readonly maker: string;
  /** Environment variables that may hold the key, in order; empty: none is needed. */
  readonly keys: readonly string[];
  /** Default base URL, where the package has none of its own. */
  readonly url?: string;
  /**
   * The major versions of the package that work, the newest first, by the major version of Node from which they run.
   * The ranges of the peer dependencies are the same.
   */
  readonly majors: readonly { readonly node: number; readonly major: number }[];
}

/** The line of AI SDK 7 wants Node 22; those of AI SDK 6 and 5 run on Node 20 too. */
const majors = [
  { node: 22, major: 4 },
  { node: 18, major: 3 },
  { node: 18, major: 2 },
];
/** The package for OpenAI-compatible servers counts one behind. */
const compatibleMajors = majors.map(({ node, major }) => ({ node, major: major - 1 }));
/** That of xAI has two for AI SDK 7. */
const xaiMajors = [{ node: 22, major: 5 }, ...majors];

/** Every provider that a name may begin with. */
export const providers: Readonly<Record<string, ProviderRow>> = {
  openai: {
    package: '@ai-sdk/openai',
    maker: 'createOpenAI',
    keys: ['OPENAI_API_KEY'],
    majors,
  },
  anthropic: {
    package: '@ai-sdk/anthropic',
    maker: 'createAnthropic',
    keys: ['ANTHROPIC_API_KEY'],
    majors,
  },
  google: {
    package: '@ai-sdk/google',
    maker: 'createGoogleGenerativeAI',
    keys: ['GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    majors,
  },
  xai: { package: '@ai-sdk/xai', maker: 'createXai', keys: ['XAI_API_KEY'], majors: xaiMajors },
  ollama: {
    package: '@ai-sdk/openai-compatible',
    maker: 'createOpenAICompatible',
    keys: [],
    url: 'http://127.0.0.1:11434/v1',
    majors: compatibleMajors,
  },
  http: {
    package: '@ai-sdk/openai-compatible',
    maker: 'createOpenAICompatible',
    keys: [],
    majors: compatibleMajors,
  },
};
