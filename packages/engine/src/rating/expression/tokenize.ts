import type { ExpressionError } from "./syntax.ts";

/** A piece of the text: a number, a name, or an operator, parenthesis or comma. `end` follows the last token. */
export interface Token {
  readonly kind: "number" | "name" | "symbol" | "end";
  readonly text: string;
  /** Offsets in the source, half-open. */
  readonly start: number;
  readonly end: number;
}

const tokenPattern = /(?:(?<number>\d+(?:\.\d+)?)|(?<name>[A-Za-z]\w*)|(?<symbol><=|>=|==|!=|[-+*/(),<>]))\s*/uy;

/** Splits the source into tokens, or reports the position of a character that is not allowed in an expression. */
export function tokenize(source: string): Token[] | ExpressionError {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  for (let offset = source.search(/\S|$/); offset < source.length; offset = tokenPattern.lastIndex) {
    tokenPattern.lastIndex = offset;
    const groups = tokenPattern.exec(source)?.groups;
    if (groups === undefined) return { position: offset + 1, detail: `unexpected "${source[offset]}"` };
    for (const [kind, text] of Object.entries(groups)) {
      // Only one group of the pattern matches. The others are undefined, although their type does not say so.
      if ((text as string | undefined) === undefined) continue;
      tokens.push({ kind: kind as Token["kind"], text, start: offset, end: offset + text.length });
    }
  }
  return [...tokens, { kind: "end", text: "", start: source.length, end: source.length }];
}
