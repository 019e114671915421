import type { Contract } from "./contract.ts";

/** Collects the findings of a comparison. */
export interface Breaks {
  /** Each as a line: the place, then the finding. */
  readonly found: string[];
  /** The number of compared schemas: a comparison of nothing proves nothing. */
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

/** Two contracts, and the place that is being compared. */
export interface Compared {
  readonly contracts: { readonly before: Contract; readonly now: Contract };
  readonly at: string;
  readonly breaks: Breaks;
}

/** For each schema, whether none of the others matches it. `compare` notes what breaks between two schemas. */
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
