/** Tokens as providers of the AI SDK report them: `ai` 5 has numbers, `ai` 6 and 7 have their parts. */
export interface ReportedUsage {
  readonly inputTokens?: number | InputTokens | undefined;
  readonly outputTokens?: number | OutputTokens | undefined;
  readonly cachedInputTokens?: number | undefined;
  readonly reasoningTokens?: number | undefined;
}

interface InputTokens {
  readonly total?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
}

interface OutputTokens {
  readonly total?: number | undefined;
  readonly reasoning?: number | undefined;
}

/**
 * The properties of a usage event. `cached_input_tokens` and `cache_write_tokens` are part of `input_tokens`, and
 * `reasoning_tokens` of `output_tokens`. A part that the provider did not report is 0.
 */
export interface TokenProperties {
  readonly input_tokens: number;
  readonly cached_input_tokens: number;
  readonly cache_write_tokens: number;
  readonly output_tokens: number;
  readonly reasoning_tokens: number;
  readonly total_tokens: number;
}

/** Null if the provider reported no totals: a price of 0 would then be wrong. */
export function tokenProperties(usage: ReportedUsage | undefined): TokenProperties | null {
  const input = partsOf(usage?.inputTokens);
  const output = partsOf(usage?.outputTokens);
  if (input.total === undefined && output.total === undefined) return null;
  const [inputTotal, outputTotal] = [input.total ?? 0, output.total ?? 0];
  return {
    input_tokens: inputTotal,
    cached_input_tokens: input.cacheRead ?? usage?.cachedInputTokens ?? 0,
    cache_write_tokens: input.cacheWrite ?? 0,
    output_tokens: outputTotal,
    reasoning_tokens: output.reasoning ?? usage?.reasoningTokens ?? 0,
    total_tokens: inputTotal + outputTotal,
  };
}

function partsOf(tokens: number | InputTokens | OutputTokens | undefined): InputTokens & OutputTokens {
  return typeof tokens === "number" ? { total: tokens } : (tokens ?? {});
}
