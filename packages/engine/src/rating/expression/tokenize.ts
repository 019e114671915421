import type { ExpressionError } from "./syntax.ts";

/** A piece of the text: a number, a name, or an operator, parenthesis or comma. `end` stands after the last. */
export interface Token {
  readonly kind: "number" | "name" | "symbol" | "end";
  readonly text: string;
  /** Offsets in the source, half-open. */
  readonly start: number;
  readonly end: number;
}

const tokenPattern = /(?:(?<number>\d+(?:\.\d+)?)|(?<name>[A-Za-z]\w*)|(?<symbol><=|>=|==|!=|[-+*/(),<>]))\s*/uy;

/** Cuts the source into tokens, or says where it has a character that does not belong in an expression. */
export function tokenize(source: string): Token[] | ExpressionError {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  for (let offset = source.search(/\S|$/); offset < source.length; offset = tokenPattern.lastIndex) {
    tokenPattern.lastIndex = offset;
    const groups = tokenPattern.exec(source)?.groups;
    if (groups === undefined) return { position: offset + 1, detail: `"${source[offset]}" does not belong here` };
    for (const [kind, text] of Object.entries(groups)) {
      // One group of the pattern matches; the others are undefined, whatever their type says.
      if ((text as string | undefined) === undefined) continue;
      tokens.push({ kind: kind as Token["kind"], text, start: offset, end: offset + text.length });
    }
  }
  return [...tokens, { kind: "end", text: "", start: source.length, end: source.length }];
}
