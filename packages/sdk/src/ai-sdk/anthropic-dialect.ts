import type { AnswerReader, Dialect } from "./answer-reader.ts";
import { utf8Bytes, writtenBytes } from "./estimate-tokens.ts";
import { type TokenCounts, withoutOverlap } from "./token-counts.ts";

/** The `usage` of a message. Its input does not include cached tokens; its output includes reasoning. */
interface MessageUsage {
  readonly input_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
  readonly output_tokens?: number | null;
  readonly output_tokens_details?: { readonly thinking_tokens?: number | null } | null;
  /** The steps of a message that the server repeated or compacted. `input_tokens` and `output_tokens` omit some. */
  readonly iterations?: readonly Iteration[] | null;
}

interface Iteration {
  readonly type?: string;
  readonly input_tokens?: number;
  readonly output_tokens?: number;
}

/** Null if Anthropic reported no usage. */
export function anthropicTokens(usage: MessageUsage | null | undefined): TokenCounts | null {
  const own = executed(usage?.iterations ?? []);
  const input = own?.input ?? usage?.input_tokens;
  const output = own?.output ?? usage?.output_tokens;
  if ((input ?? output ?? null) === null) return null;
  const cachedInput = usage?.cache_read_input_tokens ?? 0;
  const cacheWrite = usage?.cache_creation_input_tokens ?? 0;
  const reasoning = usage?.output_tokens_details?.thinking_tokens;
  return withoutOverlap({
    input: (input ?? 0) + cachedInput + cacheWrite,
    cachedInput,
    cacheWrite,
    output,
    reasoning,
  });
}

/** The sums of the steps, as the AI SDK adds them. Null if the usage itself is complete. */
function executed(iterations: readonly Iteration[]): { input: number; output: number } | null {
  if (iterations.some(({ type }) => type === "fallback_message")) return null;
  const own = iterations.filter(({ type }) => type === "compaction" || type === "message");
  if (own.length === 0) return null;
  const sum = (of: (one: Iteration) => number | undefined) => own.reduce((total, one) => total + (of(one) ?? 0), 0);
  return { input: sum((one) => one.input_tokens), output: sum((one) => one.output_tokens) };
}

/** Messages, also of the beta. */
export const anthropicDialect: Dialect = {
  provider: "anthropic",
  read(path, { model, system, messages, tools, max_tokens: most }) {
    if (path !== "/v1/messages") return null;
    return {
      model: typeof model === "string" ? model : "unknown",
      prompt: [system, messages, tools],
      maxOutputTokens: typeof most === "number" ? most : undefined,
      changes: {},
      openAnswer,
    };
  },
};

interface MessageEvent {
  readonly type?: string;
  readonly message?: { readonly usage?: MessageUsage };
  readonly usage?: MessageUsage;
  readonly delta?: Readonly<Record<"text" | "thinking" | "partial_json", unknown>>;
}

function openAnswer(): AnswerReader {
  let usage: MessageUsage = {};
  let isMeasured = false;
  let outputBytes = 0;
  return {
    get progress() {
      return { reported: anthropicTokens(usage), isMeasured, outputBytes };
    },
    readWhole(body) {
      const message = body as { readonly usage?: MessageUsage; readonly content?: unknown };
      usage = message.usage ?? {};
      isMeasured = anthropicTokens(usage) !== null;
      outputBytes = writtenBytes(message.content);
    },
    readEvent(event) {
      const { type, message, usage: latest, delta } = (event ?? {}) as MessageEvent;
      if (type === "message_start") usage = { ...message?.usage };
      if (type === "content_block_delta") {
        const texts = [delta?.text, delta?.thinking, delta?.partial_json];
        for (const text of texts) outputBytes += typeof text === "string" ? utf8Bytes(text) : 0;
      }
      if (type === "message_delta" && latest !== undefined) {
        // Cumulative. Members that it leaves out are as in the beginning.
        const told = Object.entries(latest).filter(([, value]) => value !== null);
        usage = { ...usage, ...Object.fromEntries(told) };
        isMeasured = true;
      }
      return type === "message_stop" ? "last" : "pass";
    },
  };
}
