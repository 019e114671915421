import type { Contract } from "./contract.ts";

/** Collects what a comparison finds. */
export interface Breaks {
  /** Each as a line: where, then what. */
  readonly found: string[];
  /** How many schemas were compared: a comparison that looked at nothing proves nothing. */
  schemas: number;
  add(at: string, what: string): void;
}

export function collectBreaks(): Breaks {
  const found: string[] = [];
  return {
    found,
    schemas: 0,
    add: (at, what) => found.push(`${at}: ${what}`),
  };
}

/** Two contracts that are compared, and the place in them where a comparison is. */
export interface Compared {
  readonly contracts: { readonly before: Contract; readonly now: Contract };
  readonly at: string;
  readonly breaks: Breaks;
}

/** Answers for each schema whether none of the others fits it; `compare` notes what breaks between the two. */
export function fittedByNone<Schema>(
  schemas: readonly Schema[],
  others: readonly Schema[],
  breaks: Breaks,
  compare: (schema: Schema, other: Schema, tried: Breaks) => void,
): boolean[] {
  return schemas.map((schema) => {
    const trials = others.map((other) => {
      const tried = collectBreaks();
      compare(schema, other, tried);
      return tried;
    });
    breaks.schemas += Math.max(0, ...trials.map((tried) => tried.schemas));
    return trials.every(({ found }) => found.length > 0);
  });
}
