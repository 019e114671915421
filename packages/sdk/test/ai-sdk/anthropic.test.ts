import Anthropic from "@anthropic-ai/sdk";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { wrapAnthropic, ModelCallRefusedError } from "@counterfoil/sdk/ai-sdk";
import { expect, test } from "vitest";
import { type FaultyAnswer, faultyServer } from "../support/faulty-server.ts";
import { prepaidAccount } from "./support/prepaid-account.ts";
import { begun, recorded } from "./support/recorded.ts";

// R-AI-3: the real client of Anthropic, recorded answers, and a real Counterfoil server.

/** For what the application does not wait for. */
const PATIENTLY = { timeout: 30_000 };
const MESSAGE = {
  model: "claude-opus-5",
  max_tokens: 100,
  messages: [{ role: "user" as const, content: "Hello" }],
};
/** As Anthropic reports it: 90 of input, and apart from it 20 read from the cache and 10 written; 45 of output with 15 of thinking. */
const USED = {
  provider: "anthropic",
  model: "claude-opus-5",
  input_tokens: 90,
  cached_input_tokens: 20,
  cache_write_tokens: 10,
  output_tokens: 30,
  reasoning_tokens: 15,
  total_tokens: 165,
};
/** 90 × 0.01 + 20 × 0.001 + 10 × 0.02 + 30 × 0.10 + 15 × 0.20, of 100.00 */
const SETTLED = ["7.12", "0.00", "92.88"];

async function prepaidAnthropic(credit: string, ...answers: readonly FaultyAnswer[]) {
  const account = await prepaidAccount(credit);
  const provider = await faultyServer(...answers);
  const plain = new Anthropic({ baseURL: provider.url, apiKey: "sk-ant-recorded", maxRetries: 2 });
  return { ...account, provider, plain, anthropic: wrapAnthropic(plain, account.metering) };
}

test("a message holds before the call, and settles what it used (R-AI-3)", async () => {
  const heldDuringCall: (readonly string[])[] = [];
  const all = await prepaidAnthropic("100.00", (seen, response) => {
    void all.balance().then((balance) => {
      heldDuringCall.push(balance);
      recorded("anthropic-message.json")(seen, response);
    });
  });
  const { content } = await all.anthropic.messages.create(MESSAGE);
  expect(content).toMatchObject([{ text: "Hi! My name is Claude." }]);
  // 20 bytes are 7 tokens × 0.01, and 100 × 0.10.
  expect(heldDuringCall).toEqual([["0.00", "10.07", "89.93"]]);
  expect(await all.balance()).toEqual(SETTLED);
  expect(await all.events()).toEqual([USED]);
  expect(all.faults).toEqual([]);
});

test("streams and helpers of the client are metered: events, final messages, the beta, and a loop of tools (R-AI-3)", async () => {
  const { anthropic, balance, events, provider } = await prepaidAnthropic(
    "100.00",
    recorded("anthropic-message.sse"),
    recorded("anthropic-message.sse"),
    recorded("anthropic-message.json"),
    recorded("anthropic-message-tool.json"),
    recorded("anthropic-message.json"),
  );
  const types: string[] = [];
  for await (const { type } of await anthropic.messages.create({ ...MESSAGE, stream: true })) types.push(type);
  expect([types.length, types.at(-1)]).toEqual([8, "message_stop"]);
  expect(await anthropic.messages.stream(MESSAGE).finalText()).toBe("Hello — how can I help?");
  const { response } = await anthropic.beta.messages.create(MESSAGE).withResponse();
  expect(response.status).toBe(200);
  expect(await events()).toEqual([USED, USED, USED]);

  const { z } = await import("zod");
  const weather = betaZodTool({
    name: "weather",
    description: "The weather of a city",
    inputSchema: z.object({ city: z.string() }),
    run: ({ city }) => `sunny in ${city}`,
  });
  const last = await anthropic.beta.messages.toolRunner({ ...MESSAGE, tools: [weather] });
  expect(last.content).toMatchObject([{ text: "Hi! My name is Claude." }]);
  expect(provider.seen).toHaveLength(5);
  expect(provider.seen.at(-1)?.body).toContain("sunny in Paris");
  expect((await events()).slice(3).map((event) => event["total_tokens"])).toEqual([100, 165]);
  expect(await balance()).toEqual(["31.28", "0.00", "68.72"]); // 4 × 7.12 + 80 × 0.01 + 20 × 0.10
});

test("an aborted stream settles the input that Anthropic reported, and the output that arrived (R-AI-3)", async () => {
  const { anthropic, balance, events } = await prepaidAnthropic("100.00", begun("anthropic-message.sse", 5, "silence"));
  for await (const event of await anthropic.messages.create({ ...MESSAGE, stream: true })) {
    if (event.type === "content_block_delta" && event.delta.type === "text_delta" && event.delta.text !== "Hello")
      break;
  }
  // 90 × 0.01 + 20 × 0.001 + 10 × 0.02 are reported; 17 bytes of text are 5 × 0.10.
  await expect.poll(balance, PATIENTLY).toEqual(["1.62", "0.00", "98.38"]);
  const stream = anthropic.messages.stream(MESSAGE);
  stream.on("text", (_, text) => text === "Hello — how can" && stream.abort());
  await expect(stream.finalMessage()).rejects.toBeInstanceOf(Anthropic.APIUserAbortError);
  await expect.poll(balance, PATIENTLY).toEqual(["3.24", "0.00", "96.76"]);
  const partial = { ...USED, output_tokens: 5, reasoning_tokens: 0, total_tokens: 125, estimated: true };
  expect(await events()).toEqual([partial, partial]);
});

test("an error in a stream settles what arrived, and an error before it releases the hold (R-AI-3)", async () => {
  const { anthropic, balance, events, provider } = await prepaidAnthropic(
    "100.00",
    recorded("anthropic-overloaded.sse"),
    recorded("anthropic-529.json", 529, { "retry-after-ms": "1" }),
  );
  await expect(anthropic.messages.stream(MESSAGE).finalMessage()).rejects.toThrow("Overloaded");
  expect(await events()).toEqual([expect.objectContaining({ input_tokens: 90, output_tokens: 5, estimated: true })]);
  await expect(anthropic.messages.create(MESSAGE)).rejects.toBeInstanceOf(Anthropic.InternalServerError);
  expect(provider.seen).toHaveLength(4); // 1 + an attempt and two retries
  await expect.poll(balance, PATIENTLY).toEqual(["1.62", "0.00", "98.38"]);
});

test("retries are one call, and a refused call is not made, and not retried (R-AI-3)", async () => {
  const { anthropic, balance, events, provider, server } = await prepaidAnthropic(
    "17.00",
    recorded("anthropic-529.json", 529, { "retry-after-ms": "1" }),
    recorded("anthropic-message.json"),
  );
  await anthropic.messages.create(MESSAGE);
  expect(await events()).toEqual([USED]);
  expect(await balance()).toEqual(["7.12", "0.00", "9.88"]);
  const refused = await anthropic.messages.create(MESSAGE).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ModelCallRefusedError);
  expect(refused).toMatchObject({ code: "insufficient_credit", hold: { amount: "10.07", available: "9.88" } });
  expect(provider.seen).toHaveLength(2);
  expect(server.seen.filter((path) => path.endsWith("/hold"))).toHaveLength(2);
});

test("counting tokens and other requests are not metered, and middleware of the client still works", async () => {
  const { metering, provider, events, server } = await prepaidAnthropic(
    "100.00",
    (_seen, response) => response.writeHead(200, { "Content-Type": "application/json" }).end('{"input_tokens":8}'),
    recorded("anthropic-message.json"),
  );
  const paths: string[] = [];
  const plain = new Anthropic({
    baseURL: provider.url,
    apiKey: "sk-ant-recorded",
    middleware: [
      async (request, next) => {
        paths.push(new URL(request.url).pathname);
        return next(request);
      },
    ],
  });
  const anthropic = wrapAnthropic(plain, metering);
  const { max_tokens: _, ...counted } = MESSAGE;
  expect((await anthropic.messages.countTokens(counted)).input_tokens).toBe(8);
  expect(server.seen).toEqual([]);
  await anthropic.messages.create(MESSAGE);
  expect(paths).toEqual(["/v1/messages/count_tokens", "/v1/messages"]);
  expect(await events()).toEqual([USED]);
});
