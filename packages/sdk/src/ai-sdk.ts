import { type ReportedUsage, tokenProperties } from "./ai-sdk/token-usage.ts";
import type { NewUsageEvent } from "./events/new-event.ts";

export type { ReportedUsage, TokenProperties } from "./ai-sdk/token-usage.ts";
export type { NewUsageEvent } from "./events/new-event.ts";

/** Where events go: a buffer of `createEventBuffer`, or a spool of `openEventSpool`. */
export interface UsageSink {
  send(event: NewUsageEvent): Promise<void>;
}

/** A call of a model that the application made. */
export interface ModelCall {
  readonly account: string;
  readonly provider: string;
  readonly model: string;
}

export interface UsageMiddlewareOptions {
  readonly usage: UsageSink;
  /**
   * The ID or an alias of the account that pays. For a model that serves several accounts, leave it out and name the
   * account in each call: `providerOptions: { counterfoil: { account: "acme" } }`.
   */
  readonly account?: string | undefined;
  /** `model_call` by default. */
  readonly eventName?: string | undefined;
  /** Additional properties of each event. */
  readonly properties?: NewUsageEvent["properties"];
  /** A call ended without an event: the stream was aborted or failed, or the provider reported no tokens. */
  readonly onUnmeasured: (call: ModelCall, reason: "aborted" | "no_usage_reported") => unknown;
  /** The event could not be stored: the buffer is closed, or the disk is full. The answer of the model is not affected. */
  readonly onError: (error: unknown, event: NewUsageEvent) => unknown;
}

/** What the middleware uses of the parameters of a call. */
interface CallParameters {
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> | undefined;
}

interface Model {
  readonly provider: string;
  readonly modelId: string;
}

interface GenerateCall<Result> {
  readonly doGenerate: () => PromiseLike<Result>;
  readonly params: CallParameters;
  readonly model: Model;
}

/** The last part of a complete stream is `finish`, and has the usage. */
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
  wrapGenerate<Result extends { readonly usage: ReportedUsage }>(call: GenerateCall<Result>): Promise<Result>;
  wrapStream<Result extends { readonly stream: ReadableStream<StreamPart> }>(call: StreamCall<Result>): Promise<Result>;
}

/**
 * Sends the tokens of each call of a model as one usage event, streams included. Each step of a tool loop is a call.
 * Retries count once, because the event gets its ID before it is first sent.
 *
 *     const model = wrapLanguageModel({
 *       model: openai("gpt-5"),
 *       middleware: usageMiddleware({ usage, account: "acme", onUnmeasured, onError }),
 *     });
 */
export function usageMiddleware(options: UsageMiddlewareOptions): UsageMiddleware {
  const { usage, eventName = "model_call", onUnmeasured, onError } = options;

  async function record(call: ModelCall, reported: ReportedUsage | undefined): Promise<void> {
    const tokens = tokenProperties(reported);
    if (tokens === null) {
      await onUnmeasured(call, "no_usage_reported");
      return;
    }
    const { account, provider, model } = call;
    const event = { account, eventName, properties: { ...options.properties, provider, model, ...tokens } };
    try {
      await usage.send(event);
    } catch (error) {
      await onError(error, event);
    }
  }

  return {
    async wrapGenerate({ doGenerate, params, model }) {
      // Before the call: a call without an account would cost money that no customer pays.
      const call = callOf(options, params, model);
      const result = await doGenerate();
      await record(call, result.usage);
      return result;
    },
    async wrapStream({ doStream, params, model }) {
      const call = callOf(options, params, model);
      const result = await doStream();
      const onFinish = (reported: ReportedUsage | undefined) => record(call, reported);
      const stream = watchFinish(result.stream, onFinish, () => onUnmeasured(call, "aborted"));
      return { ...result, stream };
    },
  };
}

/** The same stream. Reports the usage of its last part, or once that it ended without one. */
function watchFinish(
  stream: ReadableStream<StreamPart>,
  onFinish: (reported: ReportedUsage | undefined) => Promise<void>,
  onAborted: () => unknown,
): ReadableStream<StreamPart> {
  const reader = stream.getReader();
  let isReported = false;
  async function report(how: () => unknown): Promise<void> {
    if (isReported) return;
    isReported = true;
    await how();
  }
  // Reads a part only when the application asks for it, like the model's own stream.
  const onDemand = { highWaterMark: 0 };
  return new ReadableStream<StreamPart>(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch(async (error: unknown) => {
          await report(onAborted);
          throw error;
        });
        if (done) {
          await report(onAborted);
          controller.close();
          return;
        }
        if (value.type === "finish") {
          await report(() => onFinish((value as { readonly usage?: ReportedUsage }).usage));
        }
        controller.enqueue(value);
      },
      async cancel(reason) {
        await report(onAborted);
        await reader.cancel(reason);
      },
    },
    onDemand,
  );
}

function callOf({ account }: UsageMiddlewareOptions, { providerOptions }: CallParameters, model: Model): ModelCall {
  const named = providerOptions?.["counterfoil"]?.["account"];
  const payer = typeof named === "string" && named !== "" ? named : account;
  if (payer === undefined || payer === "") {
    throw new TypeError(
      'No account pays for this call. Set `account` of usageMiddleware, or providerOptions: { counterfoil: { account: "…" } } of the call.',
    );
  }
  return { account: payer, provider: model.provider, model: model.modelId };
}
