import { abortedError, toSentence } from '../errors.ts';
import { askModel } from './ask-model.ts';
import { loadChosenModel } from './load-chosen-model.ts';
import { demoModel, findModelChoices, type ModelChoice } from './model-choices.ts';
import type { Screen } from './screen.ts';
import { readSettings, remember, type Settings, settingsPath } from './settings.ts';
import type { TalkOptions } from './talker.ts';
import type { TerminalInput } from './terminal-input.ts';

export interface ModelPickerOptions {
  /** The assistant of this package has no model of its own that it would rather be answered by. */
  readonly isBuiltIn: boolean;
  readonly screen: Screen;
  /** Where questions are asked; without it none is. */
  readonly input: TerminalInput | undefined;
}

/** Knows which model answers: the one that was named, that is remembered, or that is chosen when asked. */
export class ModelPicker {
  readonly #isBuiltIn: boolean;
  readonly #screen: Screen;
  readonly #input: TerminalInput | undefined;
  #chosen: { readonly name: string; readonly model: TalkOptions['model'] } | undefined;

  constructor({ isBuiltIn, screen, input }: ModelPickerOptions) {
    this.#isBuiltIn = isBuiltIn;
    this.#screen = screen;
    this.#input = input;
  }

  /** The name of the model; `undefined` when it is the agent's own. */
  get name(): string | undefined {
    return this.#chosen?.name ?? (this.#isBuiltIn ? demoModel : undefined);
  }

  /** What a run is given, so that this model answers. */
  get options(): Pick<TalkOptions, 'model'> {
    const model = this.#chosen?.model;
    return model === undefined ? {} : { model };
  }

  /**
   * Settles the model to begin with. Asks when there is a choice, a terminal, and nothing that is remembered; whether it
   * was answered.
   *
   * @throws Error for a model that cannot be used, the aborted error for Ctrl-C.
   */
  async begin(given: string | undefined): Promise<boolean> {
    if (given !== undefined) await this.#use(given);
    if (given !== undefined || !this.#isBuiltIn) return true;
    const { model } = await readSettings().catch((error: unknown) => {
      this.#screen.tell(toSentence(error));
      return {} as Settings;
    });
    if (model !== undefined && (await this.#useRemembered(model))) return true;
    if (this.#input === undefined) return true;
    const choices = await findModelChoices();
    return choices.length === 1 || this.#ask(this.#input, choices);
  }

  /** Chooses again: the model of this name, or what the answer to the question is. */
  async chooseAgain(name: string | undefined): Promise<void> {
    try {
      if (name !== undefined) await this.#take(name);
      else if (this.#input !== undefined) await this.#ask(this.#input, await findModelChoices());
    } catch (error) {
      this.#tellFailure(toSentence(error));
    }
  }

  async #ask(input: TerminalInput, choices: readonly ModelChoice[]): Promise<boolean> {
    for (;;) {
      const name = await askModel(input, this.#screen, choices);
      if (name === 'interrupt') throw abortedError();
      if (name === 'end') return false;
      try {
        await this.#take(name);
        return true;
      } catch (error) {
        this.#tellFailure(toSentence(error));
      }
    }
  }

  /** Uses a model from now on, also in later chats where that is the assistant's. */
  async #take(name: string): Promise<void> {
    await this.#use(name);
    const { dim } = this.#screen.colors;
    if (!this.#isBuiltIn) {
      this.#screen.tell(dim(`${name} answers from here on.`));
      return;
    }
    const told = await remember({ model: name }).then(
      () => `${name} answers; ${settingsPath} remembers it, /model changes it.`,
      (error: unknown) => `${name} answers in this chat. ${toSentence(error)}`,
    );
    this.#screen.tell(dim(told));
  }

  async #useRemembered(name: string): Promise<boolean> {
    try {
      await this.#use(name);
      return true;
    } catch (error) {
      const sentence = `${toSentence(error)} It is remembered in "${settingsPath}"; --model names another.`;
      if (this.#input === undefined) throw new Error(sentence, { cause: error });
      this.#tellFailure(sentence);
      return false;
    }
  }

  #tellFailure(sentence: string): void {
    this.#screen.tell(this.#screen.colors.red(sentence));
  }

  /** An agent of a project looks names up itself, since its registry may know more of them. */
  async #use(name: string): Promise<void> {
    const model = this.#isBuiltIn ? await loadChosenModel(name) : name;
    this.#chosen = { name, model };
  }
}
