import { demoNotice } from '@tenon/demo-model';
import type { Colors } from '../colors.ts';
import { overlap } from '../overlap.ts';

/** Passes a text on as it comes, with the notice of the demo model dim: what may become the notice is held back. */
export function createNoticeDimmer(colors: Colors, write: (text: string) => void) {
  let held = '';
  const end = () => {
    write(held);
    held = '';
  };
  return {
    write(piece: string): void {
      held += piece;
      const start = held.indexOf(demoNotice);
      if (start >= 0) {
        write(held.slice(0, start));
        write(colors.dim(demoNotice));
        held = held.slice(start + demoNotice.length);
      }
      const free = held.length - overlap(held, demoNotice);
      write(held.slice(0, free));
      held = held.slice(free);
    },
    end,
  };
}
