import { anthropicTokens } from "./anthropic-dialect.ts";
import { type TokenCounts, withoutOverlap } from "./token-counts.ts";

/** Tokens as providers of the AI SDK report them: `ai` 5 has numbers, `ai` 6 and 7 have their parts. */
export interface ReportedUsage {
  readonly inputTokens?: number | InputTokens | undefined;
  readonly outputTokens?: number | OutputTokens | undefined;
  readonly cachedInputTokens?: number | undefined;
  readonly reasoningTokens?: number | undefined;
}

interface InputTokens {
  readonly total?: number | undefined;
  readonly noCache?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
}

interface OutputTokens {
  readonly total?: number | undefined;
  readonly text?: number | undefined;
  readonly reasoning?: number | undefined;
}

/** What the provider adds to an answer. */
export type ProviderMetadata = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> | undefined;

/** Null if the provider reported no totals: a price of 0 would then be wrong. */
export function languageModelTokens(usage: ReportedUsage | undefined, metadata?: ProviderMetadata): TokenCounts | null {
  if (typeof usage?.inputTokens === "number" || typeof usage?.outputTokens === "number") {
    return flatTokens(usage, metadata);
  }
  const input = usage?.inputTokens;
  const output = usage?.outputTokens;
  const { cacheRead: cachedInput, cacheWrite } = input ?? {};
  const { reasoning } = output ?? {};
  const inputTotal = input?.total ?? plus(input?.noCache, cachedInput, cacheWrite);
  const outputTotal = output?.total ?? plus(output?.text, reasoning);
  if (inputTotal === undefined && outputTotal === undefined) return null;
  return withoutOverlap({ input: inputTotal, cachedInput, cacheWrite, output: outputTotal, reasoning });
}

/**
 * With `ai` 5, the input includes cached tokens, except that of Anthropic, whose own usage is in the metadata. In streams,
 * that usage is the one of the beginning, with the whole input and without the output.
 */
function flatTokens(usage: ReportedUsage, metadata: ProviderMetadata): TokenCounts {
  const flat = withoutOverlap({
    input: usage.inputTokens as number | undefined,
    cachedInput: usage.cachedInputTokens,
    output: usage.outputTokens as number | undefined,
    reasoning: usage.reasoningTokens,
  });
  const own = metadata?.["anthropic"]?.["usage"];
  const anthropic = typeof own === "object" && own !== null ? anthropicTokens(own) : null;
  return anthropic === null ? flat : { ...anthropic, output: flat.output, reasoning: flat.reasoning };
}

/** Undefined if none of them is known. */
function plus(...counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, count) => sum + count, 0);
}
