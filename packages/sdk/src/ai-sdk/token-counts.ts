/**
 * Tokens of a call of a model, by kind. The kinds do not overlap: each token is in one of them, so that each kind can have
 * its own price.
 */
export interface TokenCounts {
  /** Neither read from a cache nor written to one. */
  readonly input: number;
  /** Read from the provider's cache. */
  readonly cachedInput: number;
  /** Written to the provider's cache. */
  readonly cacheWrite: number;
  /** Without reasoning. */
  readonly output: number;
  readonly reasoning: number;
}

/** The properties of a usage event. `total_tokens` is the sum of the others. */
export interface TokenProperties {
  readonly input_tokens: number;
  readonly cached_input_tokens: number;
  readonly cache_write_tokens: number;
  readonly output_tokens: number;
  readonly reasoning_tokens: number;
  readonly total_tokens: number;
}

export function tokenProperties({ input, cachedInput, cacheWrite, output, reasoning }: TokenCounts): TokenProperties {
  return {
    input_tokens: input,
    cached_input_tokens: cachedInput,
    cache_write_tokens: cacheWrite,
    output_tokens: output,
    reasoning_tokens: reasoning,
    total_tokens: input + cachedInput + cacheWrite + output + reasoning,
  };
}

/** Counts as providers report them: totals that include their parts. A part that is not reported is 0. */
interface InclusiveCounts {
  readonly input: number | null | undefined;
  readonly cachedInput?: number | null | undefined;
  readonly cacheWrite?: number | null | undefined;
  readonly output: number | null | undefined;
  readonly reasoning?: number | null | undefined;
}

/** Takes the parts out of the totals, so that their sum stays the total. */
export function withoutOverlap(counts: InclusiveCounts): TokenCounts {
  const [cachedInput, cacheWrite, reasoning] = [counts.cachedInput ?? 0, counts.cacheWrite ?? 0, counts.reasoning ?? 0];
  return {
    input: Math.max((counts.input ?? 0) - cachedInput - cacheWrite, 0),
    cachedInput,
    cacheWrite,
    output: Math.max((counts.output ?? 0) - reasoning, 0),
    reasoning,
  };
}
