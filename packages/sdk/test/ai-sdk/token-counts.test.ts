import fc from "fast-check";
import { expect, test } from "vitest";
import { anthropicTokens } from "../../src/ai-sdk/anthropic-dialect.ts";
import { expectedTokens, sizeOf, writtenBytes } from "../../src/ai-sdk/estimate-tokens.ts";
import { languageModelTokens } from "../../src/ai-sdk/language-model-usage.ts";
import { openAITokens } from "../../src/ai-sdk/openai-dialect.ts";
import { EventSplitter } from "../../src/ai-sdk/server-sent-events.ts";
import { tokenProperties } from "../../src/ai-sdk/token-counts.ts";

// R-AI-3: how the usage of each provider becomes five counts that do not overlap.

const COUNTS = { input: 90, cachedInput: 20, cacheWrite: 10, output: 30, reasoning: 15 };
const count = fc.nat(1_000_000);
const parts = fc.record({ input: count, cachedInput: count, cacheWrite: count, output: count, reasoning: count });
const sum = (values: object) => Object.values(values).reduce<number>((total, value) => total + Number(value), 0);

test("OpenAI reports totals that include cached and reasoning tokens, in chats and in responses", () => {
  fc.assert(
    fc.property(parts, (kinds) => {
      const { input, cachedInput, cacheWrite, output, reasoning } = kinds;
      const read = { cached_tokens: cachedInput, cache_write_tokens: cacheWrite };
      const total = input + cachedInput + cacheWrite;
      expect(
        openAITokens({
          prompt_tokens: total,
          prompt_tokens_details: read,
          completion_tokens: output + reasoning,
          completion_tokens_details: { reasoning_tokens: reasoning },
        }),
      ).toEqual(kinds);
      expect(
        openAITokens({
          input_tokens: total,
          input_tokens_details: read,
          output_tokens: output + reasoning,
          output_tokens_details: { reasoning_tokens: reasoning },
        }),
      ).toEqual(kinds);
    }),
  );
  expect(openAITokens({ prompt_tokens: 8, prompt_tokens_details: null })).toMatchObject({ input: 8, output: 0 });
  expect([openAITokens(null), openAITokens(undefined), openAITokens({})]).toEqual([null, null, null]);
});

test("Anthropic reports cached tokens apart from its input, and thinking within its output", () => {
  fc.assert(
    fc.property(parts, (kinds) => {
      const usage = {
        input_tokens: kinds.input,
        cache_read_input_tokens: kinds.cachedInput,
        cache_creation_input_tokens: kinds.cacheWrite,
        output_tokens: kinds.output + kinds.reasoning,
        output_tokens_details: { thinking_tokens: kinds.reasoning },
      };
      expect(anthropicTokens(usage)).toEqual(kinds);
    }),
  );
  expect([anthropicTokens(null), anthropicTokens({})]).toEqual([null, null]);
  // Steps of compaction are missing in the totals: 30 + 90 of input, 5 + 45 of output.
  const iterations = [
    { type: "compaction", input_tokens: 30, output_tokens: 5 },
    { type: "message", input_tokens: 90, output_tokens: 45 },
    { type: "advisor_message", input_tokens: 7, output_tokens: 7 },
  ];
  expect(anthropicTokens({ input_tokens: 90, output_tokens: 45, iterations })).toMatchObject({
    input: 120,
    output: 50,
  });
  const fallen = [...iterations, { type: "fallback_message", input_tokens: 1, output_tokens: 1 }];
  expect(anthropicTokens({ input_tokens: 90, output_tokens: 45, iterations: fallen })).toMatchObject({ input: 90 });
});

test("the AI SDK reports totals with their parts, or with version 5 only numbers", () => {
  const usage = {
    inputTokens: { total: 120, noCache: 90, cacheRead: 20, cacheWrite: 10 },
    outputTokens: { total: 45, text: 30, reasoning: 15 },
  };
  expect(languageModelTokens(usage)).toEqual(COUNTS);
  const withoutTotals = {
    inputTokens: { noCache: 90, cacheRead: 20, cacheWrite: 10 },
    outputTokens: { text: 30, reasoning: 15 },
  };
  expect(languageModelTokens(withoutTotals)).toEqual(COUNTS);
  const flat = { inputTokens: 120, outputTokens: 45, cachedInputTokens: 20, reasoningTokens: 15 };
  expect(languageModelTokens(flat)).toEqual({ ...COUNTS, input: 100, cacheWrite: 0 });
  const own = { input_tokens: 90, cache_read_input_tokens: 20, cache_creation_input_tokens: 10, output_tokens: 1 };
  const anthropic = { inputTokens: 90, outputTokens: 45, cachedInputTokens: 20 };
  expect(languageModelTokens(anthropic, { anthropic: { usage: own } })).toEqual({
    ...COUNTS,
    output: 45,
    reasoning: 0,
  });
  const nothing = { inputTokens: { total: undefined }, outputTokens: { total: undefined } };
  expect([languageModelTokens(undefined), languageModelTokens({}), languageModelTokens(nothing)]).toEqual([
    null,
    null,
    null,
  ]);
});

test("the properties of an event do not overlap: total_tokens is the sum of the others", () => {
  fc.assert(
    fc.property(parts, (kinds) => {
      const { total_tokens: total, ...others } = tokenProperties(kinds);
      expect([sum(others), total]).toEqual([sum(kinds), sum(kinds)]);
    }),
  );
});

test("an estimate has the bytes of the prompt, a figure for each attachment, and all the output that is allowed", () => {
  const text = "What is in this picture?"; // 24 bytes
  const encoded = `data:image/png;base64,${"A".repeat(5_000)}`;
  const chat = [
    {
      role: "user",
      content: [
        { type: "text", text },
        { type: "image_url", image_url: { url: encoded } },
      ],
    },
  ];
  const withBytes = [
    {
      role: "user",
      content: [
        { type: "text", text },
        { type: "file", data: new Uint8Array(5_000) },
      ],
    },
  ];
  // role, user, content, type, text, text, type, image_url, image_url and url, and the question
  expect(sizeOf(chat)).toEqual({ bytes: 4 + 4 + 7 + 4 + 4 + 4 + 24 + 4 + 9 + 9 + 3, attachments: 1 });
  expect(sizeOf(withBytes)).toEqual({ bytes: 4 + 4 + 7 + 4 + 4 + 4 + 24 + 4 + 4 + 4, attachments: 1 });
  expect(expectedTokens({ prompt: chat, maxOutputTokens: 50, answers: 3 })).toMatchObject({
    input: 26 + 1_600, // 76 bytes at 3
    output: 150, // 3 × 50
  });
  expect(expectedTokens({ prompt: "こんにちは", maxOutputTokens: undefined })).toMatchObject({
    input: 5,
    output: 4_096,
  });
  // A long text has spaces, and is no file.
  expect(sizeOf("word ".repeat(1_000))).toEqual({ bytes: 5_000, attachments: 0 });
});

test("what a model has written is found in the answers of each provider", () => {
  const call = { id: "call_1", type: "function", function: { name: "weather", arguments: '{"city":"Paris"}' } }; // 16 bytes
  expect(writtenBytes([{ index: 0, message: { role: "assistant", content: "Hello", tool_calls: [call] } }])).toBe(21);
  expect(writtenBytes([{ index: 0, delta: { content: "é", reasoning_content: "Hm" } }, { text: "old" }])).toBe(7);
  const output = [
    { id: "rs_1", type: "reasoning", summary: [{ type: "summary_text", text: "Hm" }] },
    { id: "msg_1", type: "message", content: [{ type: "output_text", text: "Hello" }] },
    { id: "fc_1", type: "function_call", name: "weather", arguments: '{"city":"Paris"}' },
  ];
  expect(writtenBytes(output)).toBe(23); // 2 + 5 + 16
  const content = [
    { type: "thinking", thinking: "Hm", signature: "EqoB" },
    { type: "text", text: "Hello" },
    { type: "tool_use", id: "toolu_1", name: "weather", input: { city: "Paris" } },
  ];
  expect(writtenBytes(content)).toBe(23);
  expect([writtenBytes(null), writtenBytes("Hello"), writtenBytes(undefined)]).toEqual([0, 0, 0]);
});

test("events are split wherever chunks end, with every line ending, and their text stays the same", () => {
  const data = fc.array(fc.stringMatching(/^[^\r\n]*$/u), { minLength: 1, maxLength: 3 });
  const ending = fc.constantFrom("\n", "\r\n", "\r");
  const sent = fc.array(fc.record({ data, name: fc.stringMatching(/^[a-z.]*$/) }), { maxLength: 5 });
  fc.assert(
    fc.property(sent, ending, fc.integer({ min: 1, max: 40 }), (events, end, chunkBytes) => {
      const textOf = ({ name, data: lines }: (typeof events)[number]) =>
        [`event: ${name}`, ...lines.map((line) => `data: ${line}`)].join(end) + end + end;
      const text = events.map(textOf).join("");
      const bytes = new TextEncoder().encode(text);
      const splitter = new EventSplitter();
      const found = [];
      for (let at = 0; at < bytes.length; at += chunkBytes)
        found.push(...splitter.take(bytes.subarray(at, at + chunkBytes)));
      found.push(splitter.end());
      expect(found.map((one) => one.text).join("")).toBe(text);
      expect(found.flatMap((one) => one.data ?? [])).toEqual(events.map(({ data: lines }) => lines.join("\n")));
    }),
  );
  expect(new EventSplitter().take(new TextEncoder().encode(": comment\n\ndata:x\n\n"))).toEqual([
    { text: ": comment\n\n", data: null },
    { text: "data:x\n\n", data: "x" },
  ]);
});
