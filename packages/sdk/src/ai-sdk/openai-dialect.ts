import type { AnswerReader, Dialect, EventFate, MeteredRequest } from "./answer-reader.ts";
import { utf8Bytes, writtenBytes } from "./estimate-tokens.ts";
import { type TokenCounts, withoutOverlap } from "./token-counts.ts";

/** The `usage` of a chat completion: totals that include cached and reasoning tokens. */
interface CompletionUsage {
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  readonly prompt_tokens_details?: CachedTokens | null;
  readonly completion_tokens_details?: ReasoningTokens | null;
}

/** The `usage` of a response, with other names. */
interface ResponseUsage {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly input_tokens_details?: CachedTokens | null;
  readonly output_tokens_details?: ReasoningTokens | null;
}

interface CachedTokens {
  readonly cached_tokens?: number | null;
  readonly cache_write_tokens?: number | null;
}

interface ReasoningTokens {
  readonly reasoning_tokens?: number | null;
}

/** Null if OpenAI reported no usage. */
export function openAITokens(usage: (CompletionUsage & ResponseUsage) | null | undefined): TokenCounts | null {
  const input = usage?.prompt_tokens ?? usage?.input_tokens;
  const output = usage?.completion_tokens ?? usage?.output_tokens;
  if (input === undefined && output === undefined) return null;
  const read = usage?.prompt_tokens_details ?? usage?.input_tokens_details;
  const written = usage?.completion_tokens_details ?? usage?.output_tokens_details;
  return withoutOverlap({
    input,
    cachedInput: read?.cached_tokens,
    cacheWrite: read?.cache_write_tokens,
    output,
    reasoning: written?.reasoning_tokens,
  });
}

type Body = Readonly<Record<string, unknown>>;

/** Chat completions, responses, completions of the old form, and embeddings. */
export const openAIDialect: Dialect = {
  provider: "openai",
  read(path, body) {
    switch (path) {
      case "/chat/completions":
      case "/completions":
        return readCompletion(body);
      case "/responses":
      case "/responses/compact":
        return readResponse(body);
      case "/embeddings":
        return { ...modelOf(body), prompt: body["input"], maxOutputTokens: 0, changes: {}, openAnswer: () => whole() };
      default:
        return null;
    }
  },
};

function readCompletion(body: Body): MeteredRequest {
  const { messages, tools, functions, prompt, response_format: format } = body;
  const streamOptions = body["stream_options"] as { readonly include_usage?: boolean } | null | undefined;
  const isWanted = streamOptions?.include_usage === true;
  const isStream = body["stream"] === true;
  return {
    ...modelOf(body),
    prompt: [messages, tools, functions, prompt, format],
    maxOutputTokens: numberOf(body["max_completion_tokens"] ?? body["max_tokens"]),
    answers: numberOf(body["n"]),
    // OpenAI reports the usage of a stream only on request, in a chunk without choices.
    changes: isStream ? { stream_options: { ...streamOptions, include_usage: true } } : {},
    openAnswer: () => completion(isWanted),
  };
}

function readResponse(body: Body): MeteredRequest {
  if (body["background"] === true) {
    throw new TypeError(
      "The usage of a response with background: true is not in its answer. Create it with a client that is not metered, and send its usage yourself.",
    );
  }
  const { instructions, input, tools, text } = body;
  return {
    ...modelOf(body),
    prompt: [instructions, input, tools, text],
    maxOutputTokens: numberOf(body["max_output_tokens"]),
    changes: {},
    openAnswer: response,
  };
}

function modelOf({ model }: Body): { model: string } {
  return { model: typeof model === "string" ? model : "unknown" };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

interface WholeAnswer {
  readonly usage?: CompletionUsage & ResponseUsage;
  readonly choices?: unknown;
  readonly output?: unknown;
}

/** What a complete answer has used, whatever its form. */
function wholeProgress({ usage, choices, output }: WholeAnswer) {
  const reported = openAITokens(usage);
  return { reported, isMeasured: reported !== null, outputBytes: writtenBytes(choices ?? output) };
}

function whole(): AnswerReader {
  let progress: AnswerReader["progress"] = { reported: null, isMeasured: false, outputBytes: 0 };
  return {
    get progress() {
      return progress;
    },
    readWhole: (body) => void (progress = wholeProgress(body as WholeAnswer)),
    readEvent: () => "pass",
  };
}

interface Chunk {
  readonly usage?: CompletionUsage | null;
  readonly choices?: readonly unknown[];
}

function completion(isUsageWanted: boolean): AnswerReader {
  const inner = whole();
  let reported: TokenCounts | null = null;
  let outputBytes = 0;
  return {
    get progress() {
      if (reported === null && outputBytes === 0) return inner.progress;
      return { reported, isMeasured: reported !== null, outputBytes };
    },
    readWhole: (body) => inner.readWhole(body),
    readEvent(event): EventFate {
      if (event === null) return "last";
      const { usage, choices = [] } = event as Chunk;
      outputBytes += writtenBytes(choices);
      reported = openAITokens(usage) ?? reported;
      // Loops over `chunk.choices[0].delta` fail on the chunk with the usage.
      const isUsageAlone = (usage ?? null) !== null && choices.length === 0;
      return isUsageAlone && !isUsageWanted ? "hide" : "pass";
    },
  };
}

interface ResponseEvent {
  readonly type?: string;
  readonly delta?: unknown;
  readonly response?: WholeAnswer;
}

const LAST_EVENTS = ["response.completed", "response.incomplete", "response.failed"];

function response(): AnswerReader {
  const inner = whole();
  let outputBytes = 0;
  return {
    get progress() {
      return inner.progress.isMeasured || outputBytes === 0 ? inner.progress : { ...inner.progress, outputBytes };
    },
    readWhole: (body) => inner.readWhole(body),
    readEvent(event): EventFate {
      const { type = "", delta, response: answered } = (event ?? {}) as ResponseEvent;
      if (type.endsWith(".delta") && typeof delta === "string") outputBytes += utf8Bytes(delta);
      if (!LAST_EVENTS.includes(type)) return "pass";
      if (answered !== undefined) inner.readWhole(answered);
      return "last";
    },
  };
}
