import pc from 'picocolors';

export type Colors = ReturnType<typeof pc.createColors>;

/** What is asked of a stream to know whether it is a terminal. */
export interface MaybeTerminal {
  readonly isTTY?: boolean;
}

/** Colours for a stream: none where it, or stdout, is no terminal, or where the environment says no. */
export function colorsFor(stream: MaybeTerminal): Colors {
  const { NO_COLOR, TERM } = process.env;
  const wanted = (NO_COLOR ?? '') === '' && TERM !== 'dumb';
  return pc.createColors(wanted && stream.isTTY === true && process.stdout.isTTY === true);
}
