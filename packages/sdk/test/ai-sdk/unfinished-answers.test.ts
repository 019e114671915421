import { wrapOpenAI } from "@counterfoil/sdk/ai-sdk";
import type OpenAI from "openai";
import { expect, test } from "vitest";
import { CHAT, prepaidOpenAI } from "./support/prepaid-openai.ts";
import { begun, withoutUsage } from "./support/recorded.ts";

// R-AI-3: answers that end early or without usage, with the real client of OpenAI and a real Counterfoil server.

/** For what the application does not wait for. */
const PATIENTLY = { timeout: 30_000 };

/** The prompt is 20 bytes of names and text: 5 tokens at 4 bytes. "Hello" and " — how can" are 5 + 12 bytes: 5 tokens. */
const PARTIAL = { input_tokens: 5, output_tokens: 5, total_tokens: 10, estimated: true };

test("an aborted stream settles what has arrived, estimated and marked (R-AI-3)", async () => {
  const { openai, balance, events } = await prepaidOpenAI("100.00", begun("openai-chat.sse", 3, "silence"));
  const readTwo = async (stream: AsyncIterable<OpenAI.ChatCompletionChunk>, leave: () => unknown) => {
    let text = "";
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? "";
      if (text === "Hello — how can" && leave() === "break") break;
    }
  };
  const open = (signal?: AbortSignal) =>
    openai.chat.completions.create({ ...CHAT, stream: true }, signal === undefined ? {} : { signal });

  await readTwo(await open(), () => "break");
  // 5 × 0.01 + 5 × 0.10
  await expect.poll(balance, PATIENTLY).toEqual(["0.55", "0.00", "99.45"]);
  const stopped = new AbortController();
  await readTwo(await open(stopped.signal), () => stopped.abort());
  await expect.poll(balance, PATIENTLY).toEqual(["1.10", "0.00", "98.90"]);
  const stream = await open();
  await readTwo(stream, () => stream.controller.abort());
  await expect.poll(balance, PATIENTLY).toEqual(["1.65", "0.00", "98.35"]);
  expect(await events()).toEqual([PARTIAL, PARTIAL, PARTIAL].map((one) => expect.objectContaining(one)));
});

test("a stream that the provider breaks off settles what has arrived; one without output is released (R-AI-3)", async () => {
  const { metering, plain, balance, events } = await prepaidOpenAI(
    "100.00",
    begun("openai-chat.sse", 3, "break"),
    begun("openai-chat.sse", 1, "break"),
    begun("openai-response.sse", 6, "break"),
  );
  const estimated: unknown[] = [];
  const onEstimated = (...told: readonly unknown[]) => estimated.push(told);
  const openai = wrapOpenAI(plain, { ...metering, onEstimated });
  const readAll = async (stream: AsyncIterable<unknown>) => {
    for await (const _ of stream);
  };
  await expect(readAll(await openai.chat.completions.create({ ...CHAT, stream: true }))).rejects.toThrow();
  expect(await events()).toEqual([expect.objectContaining(PARTIAL)]);
  await expect(readAll(await openai.chat.completions.create({ ...CHAT, stream: true }))).rejects.toThrow();
  const input = { model: "gpt-5", input: "Hello, world", max_output_tokens: 100, stream: true } as const;
  await expect(readAll(await openai.responses.create(input))).rejects.toThrow();
  // 12 bytes are 3 tokens.
  expect((await events()).slice(1)).toEqual([
    expect.objectContaining({ input_tokens: 3, output_tokens: 5, estimated: true }),
  ]);
  expect(await balance()).toEqual(["1.08", "0.00", "98.92"]); // 0.55 + 3 × 0.01 + 5 × 0.10
  const counts = { cachedInput: 0, cacheWrite: 0, reasoning: 0 };
  expect(estimated).toEqual([
    [expect.objectContaining({ model: "gpt-5" }), "aborted", { input: 5, output: 5, ...counts }],
    [expect.objectContaining({ model: "gpt-5" }), "aborted", { input: 3, output: 5, ...counts }],
  ]);
});

test("complete answers without usage settle an estimate, which is reported (R-AI-3)", async () => {
  const { metering, plain, balance, events } = await prepaidOpenAI("100.00", withoutUsage);
  const reasons: string[] = [];
  const openai = wrapOpenAI(plain, {
    ...metering,
    provider: "local",
    onEstimated: (_, reason) => reasons.push(reason),
  });
  await openai.chat.completions.create(CHAT);
  for await (const _ of await openai.chat.completions.create({ ...CHAT, stream: true }));
  expect(reasons).toEqual(["no_usage_reported", "no_usage_reported"]);
  const estimate = { provider: "local", input_tokens: 5, reasoning_tokens: 0, estimated: true };
  expect(await events()).toEqual([
    expect.objectContaining({ ...estimate, output_tokens: 9 }), // "Hello! How can I assist you today?": 34 bytes
    expect.objectContaining({ ...estimate, output_tokens: 7 }), // "Hello — how can I help?": 25 bytes
  ]);
  expect(await balance()).toEqual(["1.70", "0.00", "98.30"]); // 2 × 5 × 0.01 + 16 × 0.10
});
