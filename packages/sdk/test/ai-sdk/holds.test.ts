import { createClient, type CounterfoilError } from "@counterfoil/sdk";
import { type ExpectedCall, wrapOpenAI, type ModelUsageOptions } from "@counterfoil/sdk/ai-sdk";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { faultyServer } from "../support/faulty-server.ts";
import { prepaidAccount } from "./support/prepaid-account.ts";
import { recorded } from "./support/recorded.ts";

// R-AI-3: what is held, and what happens while Counterfoil does not answer, against a real server behind a proxy.

const CHAT = { model: "gpt-5", messages: [{ role: "user" as const, content: "Hello" }], max_completion_tokens: 100 };
/** 90 × 0.01 + 20 × 0.001 + 10 × 0.02 + 30 × 0.10 + 15 × 0.20, of 100.00 */
const SETTLED = ["7.12", "0.00", "92.88"];

async function prepaidCalls(credit = "100.00") {
  const account = await prepaidAccount(credit);
  const provider = await faultyServer(recorded("openai-chat.json"));
  const plain = new OpenAI({ baseURL: provider.url, apiKey: "sk-recorded", maxRetries: 0 });
  const ask = (options: ModelUsageOptions) => wrapOpenAI(plain, options).chat.completions.create(CHAT);
  /** The calls of the server for holds. */
  const credits = () =>
    account.server.seen.filter((path) => path.includes("/credit/")).map((one) => one.split("/").at(-1));
  return { ...account, provider, ask, credits };
}

test("without holds, usage is recorded only, also for an account without credit", async () => {
  const { ask, recording, credits, events, balance } = await prepaidCalls("0.01");
  await ask(recording);
  expect(credits()).toEqual([]);
  expect(await events()).toEqual([expect.objectContaining({ total_tokens: 165 })]);
  expect(await balance()).toEqual(["0.01", "0.00", "0.00"]); // The invoice charges the rest.
});

test("while Counterfoil does not answer, calls are made, and their usage is sent when it answers again (R-AI-3)", async () => {
  const { ask, metering, server, faults, provider, buffer, balance, events } = await prepaidCalls();
  server.breaks = () => true;
  await ask(metering);
  await ask(metering);
  expect(provider.seen).toHaveLength(2);
  expect(faults).toEqual([
    expect.objectContaining({ code: "connection_failed" }),
    expect.objectContaining({ code: "connection_failed" }),
  ]);
  expect(buffer.size).toBe(2);
  server.breaks = () => false;
  expect(await balance()).toEqual(["14.24", "0.00", "85.76"]);
  expect(await events()).toHaveLength(2);
});

test("whenUnreachable: refuse makes no call while Counterfoil does not answer (R-AI-3)", async () => {
  const { ask, metering, server, provider, events } = await prepaidCalls();
  server.breaks = () => true;
  const strict = { ...metering, hold: { ...metering.hold, whenUnreachable: "refuse" as const } };
  await expect(ask(strict)).rejects.toMatchObject({
    name: "ModelCallRefusedError",
    code: "billing_unreachable",
    hold: null,
    cause: { code: "connection_failed" },
  });
  expect(provider.seen).toEqual([]);
  server.breaks = () => false;
  await ask(strict);
  expect(await events()).toHaveLength(1);
});

test("a server that answers too slowly delays a call by at most the timeout", async () => {
  const { ask, metering, provider } = await prepaidCalls();
  const silent = await faultyServer(() => undefined);
  const errors: unknown[] = [];
  const hold = {
    client: createClient({ baseUrl: silent.url }),
    timeoutMilliseconds: 200,
    onFailure: (error: unknown) => errors.push((error as CounterfoilError).code),
  };
  const began = performance.now();
  await ask({ ...metering, hold });
  expect(errors).toEqual(["timed_out"]);
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(provider.seen).toHaveLength(1);
});

test("usage of a hold that cannot be settled is sent as an event, and counts once (R-AI-3)", async () => {
  const { ask, metering, server, balance, events, faults, rejected } = await prepaidCalls();
  const isSettling = (path: string) => path.endsWith("/settle");
  server.breaks = isSettling;
  await ask(metering);
  expect(await events()).toHaveLength(1);
  // The hold of 10.07 is open until it expires.
  expect(await balance()).toEqual(["7.12", "10.07", "82.81"]);

  // The server settles, but the answer is lost: the event is sent again with the same ID, and is known.
  server.breaks = () => false;
  server.losesAnswer = isSettling;
  await ask(metering);
  expect(await events()).toHaveLength(2);
  expect(await balance()).toEqual(["14.24", "10.07", "75.69"]);
  expect(faults).toHaveLength(2);
  expect(rejected).toEqual([]);
});

test("a hold that expired during the call leaves the usage counted (R-AI-3)", async () => {
  const { ask, metering, story, provider, events, balance, faults } = await prepaidCalls();
  const short = { ...metering, hold: { ...metering.hold, expiresInSeconds: 60 } };
  const during = wrapOpenAI(
    new OpenAI({
      baseURL: provider.url,
      apiKey: "sk-recorded",
      fetch: async (...request) => {
        await story.advanceTo("2026-01-01T00:02");
        return fetch(...request);
      },
    }),
    short,
  );
  await during.chat.completions.create(CHAT);
  expect(faults).toEqual([expect.objectContaining({ status: 409 })]);
  expect(await events()).toHaveLength(1);
  expect(await balance()).toEqual(SETTLED);
  await ask(short);
  expect(await balance()).toEqual(["14.24", "0.00", "85.76"]);
});

test("estimate changes what is held, or makes a call without a hold", async () => {
  const { ask, metering, credits, provider, events } = await prepaidCalls("5.00");
  const asked: ExpectedCall[] = [];
  const estimating = (estimate: NonNullable<typeof metering.hold.estimate>) => ({
    ...metering,
    hold: { ...metering.hold, estimate },
  });
  await ask(
    estimating(async (call) => {
      asked.push(call);
      return { output: 20 };
    }),
  );
  const expected = { input: 7, cachedInput: 0, cacheWrite: 0, output: 100, reasoning: 0 };
  expect(asked).toEqual([{ account: metering.account, provider: "openai", model: "gpt-5", params: CHAT, expected }]);
  expect(credits()).toEqual(["hold", "settle"]);
  // 7.12 of 5.00: the overage is accepted, because the work has been done.
  await expect(ask(estimating(() => ({ output: 1 })))).rejects.toMatchObject({ hold: { available: "0.00" } });
  await ask(estimating(() => null));
  expect(credits()).toEqual(["hold", "settle", "hold"]);
  expect(provider.seen).toHaveLength(2);
  expect(await events()).toHaveLength(2);
});

test("a wrong key, an unknown account and an event without a price are errors before the call", async () => {
  const { ask, metering, server, provider } = await prepaidCalls();
  const cases: [Partial<ModelUsageOptions>, number, string][] = [
    [{ hold: { client: createClient({ baseUrl: server.url, apiKey: "cf_test_wrong" }) } }, 401, "unauthorized"],
    [{ account: "unknown-account" }, 404, "not_found"],
    [{ eventName: "model_cal" }, 422, "validation_failed"],
  ];
  for (const [options, status, code] of cases) {
    await expect(ask({ ...metering, ...options })).rejects.toMatchObject({ name: "CounterfoilError", status, code });
  }
  await expect(ask({ ...metering, account: () => undefined })).rejects.toThrow("No account pays for this call.");
  expect(provider.seen).toEqual([]);
});

test("concurrent calls never hold more than is available (R-AI-3)", async () => {
  const { ask, metering, provider, balance, events, faults } = await prepaidCalls("40.00");
  const answers = await Promise.allSettled(Array.from({ length: 12 }, () => ask(metering)));
  const made = answers.filter(({ status }) => status === "fulfilled").length;
  expect(provider.seen).toHaveLength(made);
  // Each may cost 10.07 and costs 7.12. At first 3 are held, and after 5, 40.00 − 5 × 7.12 = 4.40 is left.
  expect(made).toBeGreaterThanOrEqual(3);
  expect(made).toBeLessThanOrEqual(5);
  expect(faults).toEqual([]);
  expect(await events()).toHaveLength(made);
  const [, held, available] = await balance();
  expect([held, Number(available) >= 0]).toEqual(["0.00", true]);
});

test("your own uniqueId makes a repeated call count once, and each call has its own hold (R-AI-3)", async () => {
  const { ask, metering, events, balance, rejected, credits } = await prepaidCalls();
  const ticket = { ...metering, uniqueId: ({ model }: { model: string }) => `ticket-17-${model}` };
  await ask(ticket);
  await ask(ticket);
  expect(await events()).toHaveLength(1);
  expect(await balance()).toEqual(SETTLED);
  expect(credits()).toEqual(["hold", "settle", "hold", "settle"]);
  expect(rejected).toEqual([]);
});

test("an account in real time needs no timestamps, and properties and the name of the event are yours", async () => {
  const { ask, metering, story, client, buffer } = await prepaidCalls();
  const account = await story.account({ testClockId: null, aliases: ["real"] });
  const price = await story.usage(
    "Completions",
    { unit: "0.01" },
    { event: "completion", measure: "sum total_tokens" },
  );
  const today = new Date().toISOString().slice(0, 10);
  await story.subscribe({ prices: [price], account, contractStartDate: today });
  await story.api.post(`/accounts/${account}/credit-grants`, { amount: "50.00" });
  const { now: _, ...own } = metering;
  await ask({
    ...own,
    account: () => "real",
    eventName: "completion",
    provider: "azure",
    properties: { team: "search" },
  });
  await buffer.flush();
  const { items } = await client.events.list({ eventName: "completion" });
  expect(items[0]?.properties).toMatchObject({ team: "search", provider: "azure", model: "gpt-5", total_tokens: 165 });
  const { balances } = await client.accounts.getCredit("real");
  expect(balances).toMatchObject([{ running: "1.65", held: "0.00", available: "48.35" }]); // 165 × 0.01
});

test("an event that the buffer does not take is reported, and the answer still arrives", async () => {
  const { ask, recording, buffer, faults } = await prepaidCalls();
  await buffer.close();
  const { choices } = await ask(recording);
  expect(choices).toHaveLength(1);
  expect(faults).toEqual([new Error("The buffer is closed.")]);
});
