import { chargedInputTokens, chargedOutputTokens } from "./estimate-tokens.ts";
import type { TokenCounts } from "./token-counts.ts";

/** What a call has used so far, while the parts of its answer arrive. */
export interface AnswerProgress {
  /** What the provider has reported. */
  readonly reported: TokenCounts | null;
  /** Whether the report includes all output so far. Anthropic reports the input first, and the output last. */
  readonly isMeasured: boolean;
  /** Bytes of output in UTF-8: text, reasoning and arguments of tools. */
  readonly outputBytes: number;
}

/**
 * The tokens of what has arrived, estimated where the provider has not reported them. Null if nothing has arrived: nothing
 * is charged then.
 */
export function usedTokens({ reported, isMeasured, outputBytes }: AnswerProgress, prompt: unknown): TokenCounts | null {
  if (reported !== null && isMeasured) return reported;
  if (reported === null && outputBytes === 0) return null;
  const seen = chargedOutputTokens(outputBytes);
  if (reported !== null) return { ...reported, output: Math.max(reported.output, seen) };
  return { input: chargedInputTokens(prompt), cachedInput: 0, cacheWrite: 0, output: seen, reasoning: 0 };
}
