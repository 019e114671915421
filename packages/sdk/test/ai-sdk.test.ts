import type { NewUsageEvent } from "@counterfoil/sdk";
import { type ModelCall, usageMiddleware, type UsageMiddlewareOptions } from "@counterfoil/sdk/ai-sdk";
import { expect, test } from "vitest";

// R-AI-3: usage of model calls. The middleware runs in the AI SDK itself in test/outside-judges/sdk-examples.

const model = { provider: "openai.chat", modelId: "gpt-5" };
/** As `ai` 6 and 7 report it. */
const usage = {
  inputTokens: { total: 120, noCache: 100, cacheRead: 20, cacheWrite: 8 },
  outputTokens: { total: 45, text: 30, reasoning: 15 },
};
const properties = {
  provider: "openai.chat",
  model: "gpt-5",
  input_tokens: 120,
  cached_input_tokens: 20,
  cache_write_tokens: 8,
  output_tokens: 45,
  reasoning_tokens: 15,
  total_tokens: 165, // 120 + 45
};

function recording(options: Partial<UsageMiddlewareOptions> = {}) {
  const events: NewUsageEvent[] = [];
  const unmeasured: [ModelCall, string][] = [];
  const errors: unknown[] = [];
  const middleware = usageMiddleware({
    usage: { send: async (event) => void events.push(event) },
    account: "acme",
    onUnmeasured: (call, reason) => unmeasured.push([call, reason]),
    onError: (error) => errors.push(error),
    ...options,
  });
  return { middleware, events, unmeasured, errors };
}

function streamOf(parts: readonly { type: string; [member: string]: unknown }[], failure?: Error) {
  const rest = [...parts];
  return new ReadableStream<{ type: string }>({
    pull(controller) {
      const part = rest.shift();
      if (part !== undefined) controller.enqueue(part);
      else if (failure !== undefined) controller.error(failure);
      else controller.close();
    },
  });
}

async function typesIn(stream: ReadableStream<{ type: string }>): Promise<string[]> {
  const types: string[] = [];
  for await (const { type } of stream) types.push(type);
  return types;
}

const parts = [{ type: "stream-start" }, { type: "text-delta", delta: "Hi" }, { type: "finish", usage }];

test("a whole answer is one event, and stays as it was", async () => {
  const { middleware, events } = recording({ eventName: "completion", properties: { team: "search" } });
  const answer = { content: ["Hi"], usage };
  const doGenerate = async () => answer;
  expect(await middleware.wrapGenerate({ doGenerate, params: {}, model })).toBe(answer);
  expect(events).toEqual([{ account: "acme", eventName: "completion", properties: { team: "search", ...properties } }]);
});

test("usage as ai 5 reports it gives the same properties", async () => {
  const { middleware, events } = recording();
  const flat = { inputTokens: 120, outputTokens: 45, totalTokens: 165, cachedInputTokens: 20, reasoningTokens: 15 };
  await middleware.wrapGenerate({ doGenerate: async () => ({ usage: flat }), params: {}, model });
  expect(events.map((event) => event.properties)).toEqual([{ ...properties, cache_write_tokens: 0 }]);
});

test("a stream is one event, sent when its last part arrives, and all parts pass", async () => {
  const { middleware, events, unmeasured } = recording();
  const doStream = async () => ({ stream: streamOf(parts), request: { body: "{}" } });
  const { stream, request } = await middleware.wrapStream({ doStream, params: {}, model });
  expect(request).toEqual({ body: "{}" });
  expect(events).toEqual([]);
  expect(await typesIn(stream)).toEqual(["stream-start", "text-delta", "finish"]);
  expect(events.map((event) => event.properties)).toEqual([properties]);
  expect(unmeasured).toEqual([]);
});

test("a stream that is aborted, fails or ends early has no event, and is reported once", async () => {
  const begun = parts.slice(0, 2);
  const { middleware, events, unmeasured } = recording();
  const open = async (stream: ReadableStream<{ type: string }>) =>
    (await middleware.wrapStream({ doStream: async () => ({ stream }), params: {}, model })).stream;

  let reason: unknown;
  const endless = new ReadableStream<{ type: string }>({
    pull: (controller) => controller.enqueue({ type: "text-delta" }),
    cancel: (given) => void (reason = given),
  });
  const aborted = (await open(endless)).getReader();
  await aborted.read();
  await aborted.cancel("the reader left");
  expect(reason).toBe("the reader left");
  await expect(typesIn(await open(streamOf(begun, new Error("connection lost"))))).rejects.toThrowError(
    "connection lost",
  );
  expect(await typesIn(await open(streamOf(begun)))).toEqual(["stream-start", "text-delta"]);

  const call = { account: "acme", provider: "openai.chat", model: "gpt-5" };
  expect(unmeasured).toEqual([
    [call, "aborted"],
    [call, "aborted"],
    [call, "aborted"],
  ]);
  expect(events).toEqual([]);
});

test("a provider that reports no tokens is reported, and not counted as 0", async () => {
  const { middleware, events, unmeasured } = recording();
  const nothing = { inputTokens: { total: undefined }, outputTokens: { total: undefined } };
  await middleware.wrapGenerate({ doGenerate: async () => ({ usage: nothing }), params: {}, model });
  expect([events, unmeasured.map(([, reason]) => reason)]).toEqual([[], ["no_usage_reported"]]);
});

test("each call may name the account that pays, and a call without one is never made", async () => {
  const { middleware, events } = recording({ account: undefined });
  let calls = 0;
  const doGenerate = async () => ({ usage, call: (calls += 1) });
  const params = { providerOptions: { counterfoil: { account: "globex" } } };
  await middleware.wrapGenerate({ doGenerate, params, model });
  expect(events.map(({ account }) => account)).toEqual(["globex"]);
  await expect(middleware.wrapGenerate({ doGenerate, params: {}, model })).rejects.toThrowError("No account pays");
  const doStream = async () => ({ stream: streamOf(parts), call: (calls += 1) });
  await expect(middleware.wrapStream({ doStream, params: {}, model })).rejects.toThrowError("No account pays");
  expect(calls).toBe(1);
});

test("an event that cannot be stored is reported, and the answer still arrives", async () => {
  const { middleware, errors } = recording({ usage: { send: () => Promise.reject(new Error("The disk is full.")) } });
  expect(
    await middleware.wrapGenerate({ doGenerate: async () => ({ usage, text: "Hi" }), params: {}, model }),
  ).toMatchObject({ text: "Hi" });
  const doStream = async () => ({ stream: streamOf(parts) });
  expect(await typesIn((await middleware.wrapStream({ doStream, params: {}, model })).stream)).toHaveLength(3);
  expect(errors).toEqual([new Error("The disk is full."), new Error("The disk is full.")]);
});
