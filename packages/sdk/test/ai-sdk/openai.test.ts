import { ModelCallRefusedError } from "@counterfoil/sdk/ai-sdk";
import OpenAI from "openai";
import { expect, test } from "vitest";
import type { FaultyAnswer } from "../support/faulty-server.ts";
import { CHAT, prepaidOpenAI } from "./support/prepaid-openai.ts";
import { recorded } from "./support/recorded.ts";

// R-AI-3: the real client of OpenAI, recorded answers, and a real Counterfoil server.

/** For what the application does not wait for. */
const PATIENTLY = { timeout: 30_000 };
/** 165 tokens as OpenAI reports them: 120 of input with 20 cached and 10 written, 45 of output with 15 of reasoning. */
const USED = {
  provider: "openai",
  model: "gpt-5",
  input_tokens: 90,
  cached_input_tokens: 20,
  cache_write_tokens: 10,
  output_tokens: 30,
  reasoning_tokens: 15,
  total_tokens: 165,
};
/** 90 × 0.01 + 20 × 0.001 + 10 × 0.02 + 30 × 0.10 + 15 × 0.20, of 100.00 */
const SETTLED = ["7.12", "0.00", "92.88"];

test("a chat completion holds before the call, and settles what it used (R-AI-3)", async () => {
  const heldDuringCall: (readonly string[])[] = [];
  const all = await prepaidOpenAI("100.00", (seen, response) => {
    void all.balance().then((balance) => {
      heldDuringCall.push(balance);
      recorded("openai-chat.json")(seen, response);
    });
  });
  const answer = await all.openai.chat.completions.create(CHAT);
  expect(answer.choices[0]?.message.content).toBe("Hello! How can I assist you today?");
  expect(answer._request_id).toBe("req_1");
  // "role", "user", "content" and "Hello" are 20 bytes, so 7 tokens × 0.01, and 100 × 0.10.
  expect(heldDuringCall).toEqual([["0.00", "10.07", "89.93"]]);
  expect(await all.balance()).toEqual(SETTLED);
  expect(await all.events()).toEqual([USED]);
  expect(all.buffer.size).toBe(0);
  expect(all.server.seen.filter((path) => path === "/events")).toEqual([]); // Settling has stored the event.
  expect(all.faults).toEqual([]);
});

test("a streamed chat completion asks for its usage, and shows it only to an application that asked (R-AI-3)", async () => {
  const { openai, provider, balance, events } = await prepaidOpenAI("100.00", recorded("openai-chat.sse"));
  const read = async (own: object) => {
    const stream = await openai.chat.completions.create({ ...CHAT, stream: true, ...own });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    return chunks;
  };
  const chunks = await read({});
  expect(chunks.map(({ choices }) => choices[0]!.delta.content ?? "").join("")).toBe("Hello — how can I help?");
  expect(JSON.parse(provider.seen[0]!.body)).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  expect(await balance()).toEqual(SETTLED);

  const withUsage = await read({ stream_options: { include_usage: true, include_obfuscation: false } });
  expect(withUsage.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 165 } });
  expect(JSON.parse(provider.seen[1]!.body)).toMatchObject({
    stream_options: { include_usage: true, include_obfuscation: false },
  });
  expect(await events()).toEqual([USED, USED]);
});

test("responses, streamed responses and embeddings are recorded (R-AI-3)", async () => {
  const { openai, balance, events } = await prepaidOpenAI(
    "100.00",
    recorded("openai-response.json"),
    recorded("openai-response.sse"),
    recorded("openai-embedding.json"),
  );
  const whole = await openai.responses.create({ model: "gpt-5", input: "Hello", max_output_tokens: 100 });
  expect(whole.output_text).toBe("Hello! How can I assist you today?");
  expect(await balance()).toEqual(SETTLED);

  const stream = await openai.responses.create({
    model: "gpt-5",
    input: "Hello",
    max_output_tokens: 100,
    stream: true,
  });
  const types: string[] = [];
  for await (const { type } of stream) types.push(type);
  expect([types.length, types.at(-1)]).toEqual([11, "response.completed"]);

  const { data } = await openai.embeddings.create({ model: "text-embedding-3-small", input: "Hello" });
  expect(data).toHaveLength(1);
  expect(await events()).toEqual([
    USED,
    USED,
    expect.objectContaining({ model: "text-embedding-3-small", input_tokens: 8, output_tokens: 0, total_tokens: 8 }),
  ]);
  expect(await balance()).toEqual(["14.32", "0.00", "85.68"]); // 2 × 7.12 + 8 × 0.01
});

test("helpers of the client are metered as well: streams, raw responses, parsing, and a loop of tools (R-AI-3)", async () => {
  const { openai, balance, events, provider } = await prepaidOpenAI(
    "100.00",
    recorded("openai-chat.sse"),
    recorded("openai-chat.json"),
    recorded("openai-response.sse"),
    recorded("openai-chat-tool.json"),
    recorded("openai-chat.json"),
  );
  const final = await openai.chat.completions.stream(CHAT).finalChatCompletion();
  expect(final.choices[0]?.message.content).toBe("Hello — how can I help?");
  const raw = await openai.chat.completions.create(CHAT).asResponse();
  expect([raw.status, raw.url, ((await raw.json()) as { object: string }).object]).toEqual([
    200,
    expect.stringMatching(/\/v1\/chat\/completions$/),
    "chat.completion",
  ]);
  const response = await openai.responses
    .stream({ model: "gpt-5", input: "Hello", max_output_tokens: 100 })
    .finalResponse();
  expect(response.output_text).toBe("Hello — how can I help?");
  expect(await events()).toEqual([USED, USED, USED]);

  const cities: string[] = [];
  const runner = openai.chat.completions.runTools({
    ...CHAT,
    tools: [
      {
        type: "function",
        function: {
          name: "weather",
          description: "The weather of a city",
          parameters: { type: "object", properties: { city: { type: "string" } } },
          parse: (text: string) => JSON.parse(text) as { city: string },
          function: ({ city }: { city: string }) => {
            cities.push(city);
            return "sunny";
          },
        },
      },
    ],
  });
  expect(await runner.finalContent()).toBe("Hello! How can I assist you today?");
  expect(cities).toEqual(["Paris"]);
  // Two calls of the model, each with a hold and an event.
  expect(provider.seen).toHaveLength(5);
  expect((await events()).slice(3).map((event) => event["total_tokens"])).toEqual([100, 165]);
  // 4 × 7.12 + 80 × 0.01 + 20 × 0.10
  expect(await balance()).toEqual(["31.28", "0.00", "68.72"]);
});

test("credit that does not cover the call refuses it before the provider is called, without retries (R-AI-3)", async () => {
  const { openai, provider, balance, events, server } = await prepaidOpenAI("10.06", recorded("openai-chat.json"));
  const refusal: unknown = await openai.chat.completions.create(CHAT).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ModelCallRefusedError);
  expect(refusal).toMatchObject({
    code: "insufficient_credit",
    call: { provider: "openai", model: "gpt-5" },
    hold: { amount: "10.07", available: "10.06", currency: "USD" },
    message: expect.stringContaining("It may cost 10.07 USD, and 10.06 USD is available."),
  });
  await expect(openai.responses.create({ model: "gpt-5", input: "Hello" })).rejects.toBeInstanceOf(
    ModelCallRefusedError,
  );
  await expect(openai.chat.completions.create({ ...CHAT, stream: true })).rejects.toBeInstanceOf(ModelCallRefusedError);
  expect(provider.seen).toEqual([]);
  expect(server.seen.filter((path) => path.endsWith("/hold"))).toHaveLength(3);
  expect(await balance()).toEqual(["0.00", "0.00", "10.06"]);
  expect(await events()).toEqual([]);
  // A smaller answer fits: 7 × 0.01 + 99 × 0.10.
  await openai.chat.completions.create({ ...CHAT, max_completion_tokens: 99 });
  expect(await events()).toEqual([USED]);
});

test("retries of the client are one call: one hold, one event (R-AI-3)", async () => {
  const retryNow = { "retry-after-ms": "1" };
  const { openai, provider, balance, events, server } = await prepaidOpenAI(
    "100.00",
    recorded("openai-429.json", 429, retryNow),
    (_seen, response) => response.destroy(),
    recorded("openai-chat.json"),
  );
  await openai.chat.completions.create(CHAT);
  expect(provider.seen).toHaveLength(3);
  expect(server.seen.filter((path) => path.includes("/credit/")).map((path) => path.split("/").at(-1))).toEqual([
    "hold",
    "settle",
  ]);
  expect(await balance()).toEqual(SETTLED);
  expect(await events()).toEqual([USED]);
});

test("an error of the provider releases the hold, and stays the provider's error (R-AI-3)", async () => {
  const { openai, balance, events } = await prepaidOpenAI(
    "100.00",
    recorded("openai-400.json", 400),
    recorded("openai-429.json", 429, { "x-should-retry": "false" }),
    (_seen, response) => response.destroy(),
  );
  const create = () => openai.chat.completions.create(CHAT);
  await expect(create()).rejects.toBeInstanceOf(OpenAI.BadRequestError);
  await expect(create()).rejects.toBeInstanceOf(OpenAI.RateLimitError);
  await expect(create()).rejects.toBeInstanceOf(OpenAI.APIConnectionError);
  await expect.poll(balance, PATIENTLY).toEqual(["0.00", "0.00", "100.00"]);
  expect(await events()).toEqual([]);
});

test("a copy of the metered client is metered, other requests pass, and what cannot be metered is refused", async () => {
  const models: FaultyAnswer = (_seen, response) =>
    response.writeHead(200, { "Content-Type": "application/json" }).end('{"object":"list","data":[{"id":"gpt-5"}]}');
  const { openai, plain, provider, events, server } = await prepaidOpenAI(
    "100.00",
    models,
    recorded("openai-chat.json"),
    recorded("openai-chat.json"),
  );
  expect((await openai.models.list()).data).toHaveLength(1);
  expect(server.seen).toEqual([]);
  await openai.withOptions({ timeout: 10_000 }).chat.completions.create(CHAT);
  expect(await events()).toEqual([USED]);
  await plain.chat.completions.create(CHAT); // The original is unchanged.
  expect(await events()).toHaveLength(1);
  const background = openai.responses.create({ model: "gpt-5", input: "Hello", background: true });
  await expect(background).rejects.toThrow("background: true");
  expect(provider.seen).toHaveLength(3);
});
