import type { ChangeKind } from './changes.ts';
import type { Dialect } from './dialect.ts';
import type { Part } from './draft.ts';
import type { Json } from './json.ts';
import type { Plan } from './restore/plan.ts';
import type { Scopes } from './restore/restore-union.ts';

/** What the parts of a node are rewritten with. */
export interface Walker {
  readonly dialect: Dialect;
  /** The author's document, into which references lead. */
  readonly root: Json;
  readonly scopes: Scopes;
  /** `step` is the name of the part, where it lies deeper in the value than the node it belongs to. */
  rewrite(node: unknown, step?: string): Part;
  /** JSON text in place of what cannot be sent; `inner` turns back what the text holds. */
  asText(node: unknown, inner?: Plan): Part;
  /** Notes that values have to be turned back. */
  noteRestoring(): void;
  /** Notes what became of the part that is being rewritten, or of the part below it that `step` names. */
  tell(kind: ChangeKind, detail?: string, step?: string): void;
}
