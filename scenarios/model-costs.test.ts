import { bookDifferences, scenario } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { expect, test, vi } from "vitest";

// R-AI-1: costs of model calls reach the journal, `verify` recomputes them, and events of unknown accounts keep theirs.

test("a month of model calls is billed, costs what the catalog says, and verify finds a changed cost", async () => {
  const story = await scenario({ start: "2026-01-01" });
  await story.api.patch("/organization", { modelCosts: {} });
  // Sold at 0.00001 for a token.
  const priceId = await story.usage(
    "Tokens",
    { unit: "0.00001" },
    { event: "model_call", measure: "sum total_tokens" },
  );
  await story.subscribe({ prices: [priceId] });
  const call = (uniqueId: string, account: string, members: object) => ({
    uniqueId,
    account,
    eventName: "model_call",
    timestamp: "2026-01-10T12:00:00Z",
    properties: { provider: "openai", model: "gpt-5", ...members },
  });
  const million = { input_tokens: 1_000_000, output_tokens: 100_000, total_tokens: 1_100_000 };
  await story.advanceTo("2026-01-10T12:00");
  await story.api.post("/events", {
    events: [
      call("a", story.accountId, million),
      call("b", story.accountId, { ...million, batch: true }),
      call("later", "crm-later", million),
    ],
  });
  // 1.25 + 1.00, the same at half the price, and the one of an account that does not exist yet.
  const costOf = async (uniqueId: string) =>
    (await story.api.get<{ costs: { amount: string }[] }>(`/events/${uniqueId}`)).costs.map(({ amount }) => amount);
  expect([await costOf("a"), await costOf("b"), await costOf("later")]).toEqual([["2.25"], ["1.125"], ["2.25"]]);
  await story.api.post("/accounts", { name: "Later", aliases: ["crm-later"] });
  expect(await costOf("later")).toEqual(["2.25"]);

  await story.advanceTo("2026-01-20");
  const booked = async () => {
    const { items } = await story.api.get<{ items: Record<string, string>[] }>("/journal?limit=100");
    const costs = items.filter(({ code, accountId }) => code === "cost_of_revenue" && accountId === story.accountId);
    return costs.map(({ day, amount }) => `${day} ${amount}`);
  };
  // 2.25 + 1.125, rounded to the cent.
  await vi.waitFor(async () => expect(await booked()).toEqual(["2026-01-10 3.38"]), { timeout: 20_000, interval: 200 });
  await vi.waitFor(async () => expect(await bookDifferences(story)).toEqual([]), { timeout: 20_000, interval: 500 });

  const owner = new pg.Client({ connectionString: story.environment.database.ownerUrl });
  await owner.connect();
  await owner.query(
    `update event_cost set model_call = jsonb_set(model_call, '{tokens,input,price}', '"1.5"')
     where organization_number = (select number from organization where id = $1) and amount = 1.125`,
    [story.organizationId],
  );
  await owner.end();
  // (1,000,000 × 1.50 + 100,000 × 10) ÷ 1,000,000 × 50 %
  expect((await bookDifferences(story)).map(({ billed, computed }) => `${billed} ${computed}`)).toEqual([
    expect.stringMatching(/^1\.1250* 1\.250*$/),
  ]);
});
