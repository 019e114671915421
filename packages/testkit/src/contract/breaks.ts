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
  compare: (schema: Schema, other: Schema, attempt: Breaks) => void,
): boolean[] {
  return schemas.map((schema) => {
    const attempts = others.map((other) => {
      const attempt = collectBreaks();
      compare(schema, other, attempt);
      return attempt;
    });
    breaks.schemas += Math.max(0, ...attempts.map((attempt) => attempt.schemas));
    return attempts.every(({ found }) => found.length > 0);
  });
}
