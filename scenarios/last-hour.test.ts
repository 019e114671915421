import { parseTiers, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-CREDIT-1, R-EVT-4: events may be an hour ahead of the clock. What the next period costs without usage does not run before it begins.

/** Five calls cost 17.00 a month and 1.00 each. */
async function lastHour(): Promise<Story> {
  const story = await scenario({ start: "2024-01-01" });
  const model = { tiers: parseTiers("0+ @1 + 17") };
  await story.subscribe({
    prices: [await story.usage("Calls", { type: "graduated_tiered", graduatedTieredPricingModel: model })],
  });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "100.00" });
  await story.use("calls", 5, "2024-01-10");
  await story.advanceTo("2024-01-31T23:30");
  return story;
}

async function runningOf({ api, accountId }: Story): Promise<string | undefined> {
  const { balances } = await api.get<{ balances: { running: string }[] }>(`/accounts/${accountId}/credit`);
  return balances[0]?.running;
}

test("the fixed fee of the next period does not run in the last hour before it", async () => {
  expect(await runningOf(await lastHour())).toBe("22.00");
});

test("with usage ahead of the clock, the next period runs with its fee", async () => {
  const story = await lastHour();
  await story.api.post("/events", story.event("calls", { quantity: 2 }, "2024-02-01T00:15"));
  expect(await runningOf(story)).toBe("41.00"); // 22.00 + 17.00 + 2.00
});
