import type { AnswerProgress } from "./answer-progress.ts";
import { utf8Bytes, writtenBytes } from "./estimate-tokens.ts";
import { languageModelTokens, type ProviderMetadata, type ReportedUsage } from "./language-model-usage.ts";
import type { ModelUsageOptions } from "./model-usage-options.ts";
import { openCall, type OpenCall } from "./open-call.ts";
import { watchStream } from "./watch-stream.ts";

/** What the middleware uses of the parameters of a call. */
interface CallParameters {
  readonly prompt?: unknown;
  readonly tools?: unknown;
  readonly responseFormat?: unknown;
  readonly maxOutputTokens?: number | undefined;
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> | undefined;
}

interface Model {
  readonly provider: string;
  readonly modelId: string;
}

interface WholeAnswer {
  readonly usage: ReportedUsage;
  readonly content?: unknown;
  readonly providerMetadata?: ProviderMetadata;
}

interface GenerateCall<Result> {
  readonly doGenerate: () => PromiseLike<Result>;
  readonly params: CallParameters;
  readonly model: Model;
}

/** The last part of a complete stream is `finish`, and has the usage. Parts of output are `text-delta` and others. */
interface StreamPart {
  readonly type: string;
}

interface StreamCall<Result> {
  readonly doStream: () => PromiseLike<Result>;
  readonly params: CallParameters;
  readonly model: Model;
}

/** Middleware for `wrapLanguageModel` of `ai` 5, 6 and 7. Its types are the parts that these versions share. */
export interface UsageMiddleware {
  wrapGenerate<Result extends WholeAnswer>(call: GenerateCall<Result>): Promise<Result>;
  wrapStream<Result extends { readonly stream: ReadableStream<StreamPart> }>(call: StreamCall<Result>): Promise<Result>;
}

/**
 * Holds credit before each call of a model, and records its tokens as one usage event, streams included. Each step of a tool
 * loop is a call. A call that the AI SDK repeats has a hold for each attempt, and one event.
 *
 *     const model = wrapLanguageModel({
 *       model: openai("gpt-5"),
 *       middleware: usageMiddleware({ usage, hold: { client }, account: "acme", onError }),
 *     });
 */
export function usageMiddleware(options: ModelUsageOptions): UsageMiddleware {
  return {
    async wrapGenerate({ doGenerate, params, model }) {
      const call = await openCall(options, requestOf(params, model));
      const result = await answerOf(call, doGenerate);
      const reported = languageModelTokens(result.usage, result.providerMetadata);
      const outputBytes = writtenBytes(result.content);
      await call.finish({ reported, isMeasured: reported !== null, outputBytes }, "no_usage_reported");
      return result;
    },
    async wrapStream({ doStream, params, model }) {
      const call = await openCall(options, requestOf(params, model));
      const result = await answerOf(call, doStream);
      return { ...result, stream: watchParts(result.stream, call) };
    },
  };
}

async function answerOf<Result>(call: OpenCall, ask: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    await call.release();
    throw error;
  }
}

function watchParts(stream: ReadableStream<StreamPart>, call: OpenCall): ReadableStream<StreamPart> {
  let progress: AnswerProgress = { reported: null, isMeasured: false, outputBytes: 0 };
  const onBroken = () => call.finish(progress, "aborted");
  return watchStream(stream, {
    async onPart(part) {
      const { delta, usage, providerMetadata } = part as StreamPart & LastPart & { readonly delta?: unknown };
      if (part.type.endsWith("-delta") && typeof delta === "string") {
        progress = { ...progress, outputBytes: progress.outputBytes + utf8Bytes(delta) };
      }
      if (part.type === "finish") {
        const reported = languageModelTokens(usage, providerMetadata);
        progress = { ...progress, reported, isMeasured: reported !== null };
        // Before the application sees the end: it may exit then.
        await call.finish(progress, "no_usage_reported");
      }
      return part;
    },
    async onEnd() {
      await onBroken();
      return undefined;
    },
    onBroken,
  });
}

interface LastPart {
  readonly usage?: ReportedUsage;
  readonly providerMetadata?: ProviderMetadata;
}

function requestOf(params: CallParameters, { provider, modelId }: Model) {
  const account = params.providerOptions?.["counterfoil"]?.["account"];
  return {
    // `openai.responses` is OpenAI, whatever its interface.
    provider: provider.replace(/\..*$/, ""),
    model: modelId,
    account: typeof account === "string" && account !== "" ? account : undefined,
    params,
    prompt: [params.prompt, params.tools, params.responseFormat],
    maxOutputTokens: params.maxOutputTokens,
  };
}
