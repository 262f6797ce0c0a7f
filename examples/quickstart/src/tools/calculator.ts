import { createTool } from '@tenon/core/tools';
import type { MathJsInstance, MathNode } from 'mathjs';
import { z } from 'zod';
import { mathjs } from './mathjs.ts';

const constants = ['pi', 'e', 'tau'];
const functions =
  'sqrt cbrt abs round floor ceil min max sin cos tan asin acos atan log log2 log10 exp pow mod'.split(
    ' ',
  );
const operators = 'add subtract multiply divide pow mod unaryMinus unaryPlus unaryPercentage'.split(
  ' ',
);

/** Works out arithmetic. Only the operators and functions listed above are known to it. */
export const calculatorTool = createTool({
  id: 'calculator',
  description:
    'Calculates arithmetic exactly: works out sums, products, percentages, powers and square roots.',
  inputSchema: z.object({
    expression: z
      .string()
      .min(1)
      .max(200)
      .describe('The arithmetic to compute, such as "18% of 2450", "2450 * 1.18" or "sqrt(2)"'),
  }),
  outputSchema: z.object({ expression: z.string(), result: z.number() }),
  execute: async ({ expression }) => ({ expression, result: calculate(expression) }),
});

function calculate(expression: string): number {
  const math = mathjs();
  let tree: MathNode;
  try {
    tree = math.parse(closePercents(toFormula(expression)));
  } catch (cause) {
    throw new Error(`"${expression}" is not arithmetic that I can read.`, { cause });
  }
  // `traverse` also visits the name of a function, as a symbol with the path "fn".
  tree.traverse((node, path) => {
    if (!isAllowed(math, node, path)) {
      throw new Error(
        `"${expression}" uses more than arithmetic. Allowed are + - * / ^ %, parentheses, ${constants.join(', ')} and ${functions.join(', ')}.`,
      );
    }
  });
  const value = evaluate(tree, expression);
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new Error(`"${expression}" has no finite number as its result.`);
  }
  return Number.isSafeInteger(value) ? value : Number(value.toPrecision(14)); // 0.1 + 0.2 is 0.3
}

function evaluate(tree: MathNode, expression: string): unknown {
  try {
    return tree.evaluate();
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`"${expression}" cannot be worked out: ${message.replace(/\.$/, '')}.`, {
      cause,
    });
  }
}

function isAllowed(math: MathJsInstance, node: MathNode, path: string): boolean {
  if (math.isConstantNode(node)) return typeof node.value === 'number';
  if (math.isOperatorNode(node)) return operators.includes(node.fn);
  if (math.isSymbolNode(node)) return (path === 'fn' ? functions : constants).includes(node.name);
  if (math.isFunctionNode(node)) return math.isSymbolNode(node.fn);
  return math.isParenthesisNode(node);
}

const sumOfPercents = /(?<=^|[(,])(?:\s*[-+]?\s*[\d.]+%){2,}(?=\s*(?:$|[),]))/g;

/**
 * The parser takes "5% + 3" for a remainder, so what ends with such a percentage gets parentheses: "(100 + 10%) + 5".
 * Where there are percentages alone, each is one of 1: "50% + 10%" is 0.6.
 */
function closePercents(formula: string): string {
  const text = formula.replace(sumOfPercents, (sum) => sum.replace(/([\d.]+)%/g, '($1/100)'));
  let closed = '';
  const starts = [0];
  for (const [at, character] of [...text].entries()) {
    closed += character;
    if (character === '(') starts.push(closed.length);
    else if (character === ')' && starts.length > 1) starts.pop();
    else if (character === ',') starts[starts.length - 1] = closed.length;
    else if (character === '%' && isPercentage(text.slice(0, at), text.slice(at + 1))) {
      const start = starts.at(-1) ?? 0;
      closed = `${closed.slice(0, start)}(${closed.slice(start)})`;
    }
  }
  return closed;
}

/** Whether a "%" before a sign is a percentage: "17 % -5" is a remainder. */
const isPercentage = (before: string, after: string): boolean =>
  /^\s*[-+]/.test(after) && !(/\s$/.test(before) && /^\s*-\d/.test(after));

/** Turns what people write ("1,200 times 18 percent") into what the parser reads. */
function toFormula(text: string): string {
  const hasLists = /\b(?:min|max|round|log|pow|mod)\s*\(/i.test(text);
  return (hasLists ? text : text.replace(/(?<=\d),(?=\d{3}(?!\d))/g, ''))
    .replace(/[$€£]|=\s*$/g, '')
    .replace(/×|(?<=[\d)]\s*)x(?=\s*[\d(])|\b(?:multiplied by|times)\b/gi, '*')
    .replace(/÷|\bdivided by\b/gi, '/')
    .replace(/\s*\bpercent\b/gi, '%')
    .replace(/(?<=%\s*)of\b/gi, '*')
    .replace(/\bplus\b/gi, '+')
    .replace(/\bminus\b/gi, '-')
    .replace(/\bto the power of\b/gi, '^')
    .replace(/\bsquare root of\s*([\d.]+)/gi, 'sqrt($1)');
}
