import { providers } from '@tenon/core/internal';
import { findOllamaModels } from './find-ollama-models.ts';

/** A model that can be used here, and why. */
export interface ModelChoice {
  readonly name: string;
  readonly about: string;
}

/** The rules that answer where there is no model. */
export const demoModel = 'demo/planner';

/** Of each provider that wants a key, the model to offer. */
const models: Readonly<Record<string, string>> = {
  openai: 'gpt-5',
  anthropic: 'claude-sonnet-4-5',
  google: 'gemini-2.5-flash',
  xai: 'grok-4',
};

/** One model of each provider that the environment has a key for, then those of an Ollama that runs, last the demo model. */
export async function findModelChoices(): Promise<ModelChoice[]> {
  const keyed = Object.entries(providers).flatMap(([provider, { keys }]): ModelChoice[] => {
    const key = keys.find((name) => (process.env[name] ?? '') !== '');
    const model = models[provider];
    if (key === undefined || model === undefined) return [];
    return [{ name: `${provider}/${model}`, about: `${key} is set` }];
  });
  const local = (await findOllamaModels()).map((name) => ({ name, about: 'Ollama has it' }));
  const demo = { name: demoModel, about: 'rules in place of a language model; needs nothing' };
  return [...keyed, ...local, demo];
}
