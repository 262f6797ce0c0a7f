import type { SchemaSide } from './types.ts';
import { typeName, type Zod3Node } from './zod3-node.ts';

const maxDepth = 24;

/** Tells fields that need not be given, behind wrappers too. */
export function mayBeAbsent(schema: Zod3Node, side: SchemaSide, depth = 0): boolean {
  const { _def: def } = schema;
  if (depth > maxDepth) return false;
  const look = (node: Zod3Node | undefined) =>
    node !== undefined && mayBeAbsent(node, side, depth + 1);
  switch (typeName(schema)) {
    case 'Optional':
    case 'Undefined':
    case 'Void':
      return true;
    case 'Any':
    case 'Unknown':
      return true;
    case 'Default':
    case 'Catch':
      return side === 'input';
    case 'Effects':
      return def.effect?.type === 'preprocess' ? false : look(def.schema);
    case 'Pipeline':
      return look(side === 'input' ? def.in : def.out);
    case 'Branded':
      return look(def.type);
    case 'Union':
      return (def.options ?? []).some(look);
    case 'Lazy':
      return false;
    default:
      return look(def.innerType);
  }
}
