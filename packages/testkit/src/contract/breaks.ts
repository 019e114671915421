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
