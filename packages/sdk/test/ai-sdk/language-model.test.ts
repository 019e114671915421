import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { ModelCallRefusedError, type ModelUsageOptions, usageMiddleware } from "@counterfoil/sdk/ai-sdk";
import { generateText, isStepCount, jsonSchema, streamText, tool, wrapLanguageModel } from "ai";
import { expect, test } from "vitest";
import { type FaultyAnswer, faultyServer } from "../support/faulty-server.ts";
import { prepaidAccount } from "./support/prepaid-account.ts";
import { begun, recorded } from "./support/recorded.ts";

// R-AI-3: the real AI SDK with two of its providers, recorded answers, and a real Counterfoil server.

/** 120 of input with 20 cached and 10 written, 45 of output with 15 of reasoning. */
/** For what the application does not wait for. */
const PATIENTLY = { timeout: 30_000 };
const USED = {
  input_tokens: 90,
  cached_input_tokens: 20,
  cache_write_tokens: 10,
  output_tokens: 30,
  reasoning_tokens: 15,
  total_tokens: 165,
};
/** 90 × 0.01 + 20 × 0.001 + 10 × 0.02 + 30 × 0.10 + 15 × 0.20, of 100.00 */
const SETTLED = ["7.12", "0.00", "92.88"];

async function prepaidModels(credit: string, ...answers: readonly FaultyAnswer[]) {
  const account = await prepaidAccount(credit);
  const provider = await faultyServer(...answers);
  const openai = createOpenAI({ baseURL: provider.url, apiKey: "sk-recorded" });
  const anthropic = createAnthropic({ baseURL: provider.url, apiKey: "sk-ant-recorded" });
  const plain = { chat: openai.chat("gpt-5"), responses: openai("gpt-5"), claude: anthropic("claude-opus-5") };
  const metered = (name: keyof typeof plain, options: ModelUsageOptions = account.metering) =>
    wrapLanguageModel({ model: plain[name], middleware: usageMiddleware(options) });
  return { ...account, provider, metered };
}

const ASK = { prompt: "Hello", maxOutputTokens: 100, maxRetries: 0 };

test("each provider's whole and streamed answers have the same non-overlapping counts (R-AI-3)", async () => {
  const files = { chat: "openai-chat", responses: "openai-response", claude: "anthropic-message" } as const;
  const all = Object.values(files).flatMap((file) => [recorded(`${file}.json`), recorded(`${file}.sse`)]);
  const { metered, events, balance, faults } = await prepaidModels("100.00", ...all);
  for (const name of ["chat", "responses", "claude"] as const) {
    expect((await generateText({ ...ASK, model: metered(name) })).text).toMatch(/^H/);
    expect(await streamText({ ...ASK, model: metered(name) }).text).toBe("Hello — how can I help?");
  }
  const openai = { ...USED, provider: "openai", model: "gpt-5" };
  const anthropic = { ...USED, provider: "anthropic", model: "claude-opus-5" };
  expect(await events()).toEqual([openai, openai, openai, openai, anthropic, anthropic]);
  expect(await balance()).toEqual(["42.72", "0.00", "57.28"]); // 6 × 7.12
  expect(faults).toEqual([]);
});

const weather = tool({
  description: "The weather of a city",
  inputSchema: jsonSchema<{ city: string }>({ type: "object", properties: { city: { type: "string" } } }),
  execute: ({ city }) => `sunny in ${city}`,
});

test("each step of a loop of tools has its own hold, and a step that is not covered ends it (R-AI-3)", async () => {
  const steps = [recorded("openai-response-tool.json"), recorded("openai-response.json")];
  const { metered, events, balance, server, provider } = await prepaidModels("24.00", ...steps, ...steps);
  const ask = { ...ASK, model: metered("responses"), tools: { weather }, stopWhen: isStepCount(3) };
  const { text, steps: made } = await generateText(ask);
  expect([text, made.length]).toEqual(["Hello! How can I assist you today?", 2]);
  const credit = server.seen.filter((path) => path.includes("/credit/")).map((path) => path.split("/").at(-1));
  expect(credit).toEqual(["hold", "settle", "hold", "settle"]);
  expect((await events()).map((event) => event["total_tokens"])).toEqual([100, 165]);
  expect(await balance()).toEqual(["9.92", "0.00", "14.08"]); // 80 × 0.01 + 20 × 0.10, and 7.12

  // The first step costs 2.80 again. Then 11.28 is left, and a step may cost 10.00 of output and its longer prompt.
  const expensive = { ...ask, maxOutputTokens: 110 };
  await expect(generateText(expensive)).rejects.toBeInstanceOf(ModelCallRefusedError);
  expect(provider.seen).toHaveLength(3);
  expect(await balance()).toEqual(["12.72", "0.00", "11.28"]);
});

test("attempts that the AI SDK repeats release their holds, and the last one settles (R-AI-3)", async () => {
  const busy = recorded("openai-429.json", 429, { "retry-after-ms": "1" });
  const { metered, events, balance, server } = await prepaidModels("100.00", busy, recorded("openai-response.json"));
  await generateText({ ...ASK, model: metered("responses"), maxRetries: 2 });
  const credit = server.seen.filter((path) => path.includes("/credit/")).map((path) => path.split("/").at(-1));
  expect(credit).toEqual(["hold", "release", "hold", "settle"]);
  expect(await balance()).toEqual(SETTLED);
  expect(await events()).toHaveLength(1);
});

test("credit that does not cover the call refuses it before the provider is called (R-AI-3)", async () => {
  const { metered, events, provider } = await prepaidModels("10.00", recorded("openai-response.json"));
  const refused = await generateText({ ...ASK, model: metered("responses"), maxRetries: 2 }).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(ModelCallRefusedError);
  expect(refused).toMatchObject({ code: "insufficient_credit", hold: { available: "10.00" } });
  const errors: unknown[] = [];
  const stream = streamText({ ...ASK, model: metered("chat"), onError: ({ error }) => void errors.push(error) });
  await stream.consumeStream();
  expect(errors).toEqual([expect.any(ModelCallRefusedError)]);
  expect(provider.seen).toEqual([]);
  expect(await events()).toEqual([]);
});

test("an aborted stream settles what has arrived, and one without output is released (R-AI-3)", async () => {
  const { metered, events, balance, server } = await prepaidModels(
    "100.00",
    begun("openai-chat.sse", 3, "silence"),
    begun("anthropic-message.sse", 1, "silence"),
  );
  const abortWhen = async (name: "chat" | "claude", isEnough: (text: string) => boolean) => {
    const stopped = new AbortController();
    const { stream } = streamText({ ...ASK, model: metered(name), abortSignal: stopped.signal });
    let text = "";
    for await (const part of stream) {
      if (part.type === "text-delta") text += part.text;
      if (isEnough(text)) stopped.abort();
    }
  };
  await abortWhen("chat", (text) => text === "Hello — how can");
  await expect
    .poll(async () => (await events()).map((event) => [event["output_tokens"], event["estimated"]]), PATIENTLY)
    .toEqual([
      [5, true], // 17 bytes
    ]);
  const credit = () => server.seen.filter((path) => path.includes("/credit/")).map((path) => path.split("/").at(-1));
  expect(credit()).toEqual(["hold", "settle"]);
  // The AI SDK reports no usage before the last part, so that nothing is known yet.
  await abortWhen("claude", () => true);
  await expect.poll(credit, PATIENTLY).toEqual(["hold", "settle", "hold", "release"]);
  await expect.poll(async () => (await balance())[1], PATIENTLY).toBe("0.00");
  expect(await events()).toHaveLength(1);
});

test("an error of the provider releases the hold (R-AI-3)", async () => {
  const { metered, events, balance } = await prepaidModels(
    "100.00",
    recorded("openai-400.json", 400),
    recorded("anthropic-overloaded.sse"),
  );
  await expect(generateText({ ...ASK, model: metered("responses") })).rejects.toThrow("Unsupported value");
  expect(await balance()).toEqual(["0.00", "0.00", "100.00"]);
  // Within a stream, what has arrived is settled.
  const { text } = streamText({ ...ASK, model: metered("claude"), onError: () => undefined });
  await Promise.resolve(text).catch(() => undefined);
  expect(await events()).toEqual([expect.objectContaining({ output_tokens: 5, estimated: true })]);
});

test("a call may name the account that pays, and a call without one is never made", async () => {
  const { metered, recording, events, provider, story } = await prepaidModels(
    "100.00",
    recorded("openai-response.json"),
  );
  const { account: _, ...nameless } = recording;
  const model = metered("responses", { ...nameless, properties: { team: "search" } });
  await expect(generateText({ ...ASK, model })).rejects.toThrow("No account pays for this call.");
  expect(provider.seen).toEqual([]);
  await generateText({ ...ASK, model, providerOptions: { counterfoil: { account: story.accountId } } });
  expect(await events()).toEqual([{ ...USED, team: "search", provider: "openai", model: "gpt-5" }]);
});
