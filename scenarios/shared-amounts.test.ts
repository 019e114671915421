import { discount, type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { describe, expect, test } from "vitest";

// A contract bills one price by the week and another by the month. Amounts off and maximums are shared by the invoices of a month.

/** 10 of W and 10 of M on January 3, at 1.00. */
async function used(terms: (prices: readonly string[]) => object) {
  const story = await scenario({ start: "2026-01-01" });
  const week = await story.usage("W", { unit: "1.00" }, { event: "w", every: "weekly" });
  const month = await story.usage("M", { unit: "1.00" }, { event: "m" });
  await story.subscribe({ prices: [week, month], ...terms([week, month]) });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "100.00" });
  await story.api.post("/spend-limits", { accountId: story.accountId, amount: "1000.00", enforcement: "soft" });
  await story.advanceTo("2026-01-03T12:00");
  await story.send([story.event("w", 10, "2026-01-03T11:00"), story.event("m", 10, "2026-01-03T11:00")]);
  return story;
}

interface Credit {
  readonly balances: readonly {
    readonly granted: string;
    readonly drawn: string;
    readonly running: string;
    readonly available: string;
  }[];
  readonly spendLimits: readonly { readonly spent: string }[];
}

const credit = (story: Story) => story.api.get<Credit>(`/accounts/${story.accountId}/credit`);

const amountOf = (value: string) => () => ({ discount: discount(value) });

test.each([
  ["3.00 off a month", amountOf("3.00"), "7.00", "10.00", "17.00"],
  ["12.00 off a month", amountOf("12.00"), "0.00", "8.00", "8.00"],
  ["10 % off", amountOf("10 %"), "9.00", "9.00", "18.00"],
  ["a maximum of 12.00", () => ({ maximumSpend: { amount: "12.00", period: "month" } }), "10.00", "2.00", "12.00"],
  [
    "a maximum of a version",
    () => ({ thresholds: [{ type: "max", value: "12.00", interval: "month", scope: { type: "global" } }] }),
    "10.00",
    "2.00",
    "12.00",
  ],
] as const)(
  "with %s, running credit, limits and margin are what the week and the month will bill (R-CREDIT-2, R-SUB-8)",
  async (_, terms, week, month, both) => {
    const story = await used(terms);
    const before = await credit(story);
    expect([before.balances[0]?.running, before.spendLimits[0]?.spent]).toEqual([both, both]);
    const margin = await story.api.get<{ totals: Json }>(
      "/insights/margin?from=2026-01-01&to=2026-02-01&testClocks=include",
    );
    expect(margin.totals["runningRevenue"]).toBe(both);
    await story.advanceTo("2026-01-08T01:00");
    expect((await credit(story)).balances[0]).toMatchObject({ drawn: week, running: month });
    await story.advanceTo("2026-02-01T01:00");
    const billed = (await story.invoices()).filter(({ lineItems }) =>
      lineItems.some(({ totalPrice }) => Number(totalPrice) > 0),
    );
    expect(billed.map(({ billingDate, total }) => `${billingDate} ${total}`)).toEqual([
      `2026-01-08 ${week}`,
      `2026-02-01 ${month}`,
    ]);
  },
);

test("a hold counts what the invoice before it uses of an amount off (R-CREDIT-1)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const week = await story.usage("W", { unit: "1.00" }, { event: "w", every: "weekly" });
  const month = await story.usage("M", { unit: "1.00" }, { event: "m" });
  await story.subscribe({ prices: [week, month], discount: discount("12.00") });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "5.00" });
  const check = (eventName: string) =>
    story.api.post(`/accounts/${story.accountId}/credit/check`, {
      events: [{ eventName, properties: { quantity: "12" } }],
    });
  expect(await check("w")).toMatchObject({ allowed: true, amount: "0.00" });
  await story.use("w", 12, "2026-01-01T00:00");
  // The week's usage takes the whole 12.00 off, so 12.00 of the month are not covered by 5.00.
  expect(await check("m")).toMatchObject({ allowed: false, reason: "insufficient_credit", amount: "12.00" });
});

test("a grant counts if it does not expire before the first invoice with usage of today (R-CREDIT-1)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const week = await story.usage("W", { unit: "1.00" }, { event: "w", every: "weekly" });
  const month = await story.usage("M", { unit: "1.00" }, { event: "m" });
  await story.subscribe({ prices: [week, month] });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "100.00", expiresAt: "2026-01-17" });
  await story.use("w", 3, "2026-01-02T12:00");
  expect((await credit(story)).balances[0]).toMatchObject({ granted: "100.00", running: "3.00", available: "97.00" });
  await story.advanceTo("2026-01-08T01:00");
  expect((await credit(story)).balances[0]).toMatchObject({ drawn: "3.00" });
});

describe("a percentage off reduces a minimum too, which is not usage", () => {
  const minimumSpend = { amount: { value: "600.00" }, period: "monthly" };

  async function limited(isOfPrice: boolean) {
    const story = await scenario({ start: "2026-01-01" });
    const calls = await story.usage("Calls", { unit: "1.00" }, isOfPrice ? { price: { minimumSpend } } : {});
    const threshold = { type: "min", value: "600.00", interval: "month", scope: { type: "items", ids: [calls] } };
    await story.subscribe({
      prices: [calls],
      discount: discount("20 %"),
      ...(isOfPrice ? {} : { thresholds: [threshold] }),
    });
    await story.api.patch(`/accounts/${story.accountId}/credit-settings`, { creditLine: "100000.00" });
    await story.api.post("/spend-limits", { accountId: story.accountId, amount: "50.00", enforcement: "hard" });
    await story.use("calls", 100, "2026-01-10T12:00");
    return story;
  }

  test.each([
    ["of the price", true],
    ["of a version", false],
  ] as const)("a spend limit counts 100.00 less 20 %% with a minimum %s (R-CREDIT-1)", async (_, isOfPrice) => {
    const story = await limited(isOfPrice);
    expect((await credit(story)).spendLimits[0]?.spent).toBe("80.00");
    const events = [{ eventName: "calls", properties: { quantity: "10" } }];
    expect(await story.api.post(`/accounts/${story.accountId}/credit/check`, { events })).toMatchObject({
      allowed: false,
      reason: "spend_limit",
    });
  });

  test("running credit has neither the minimum of a version nor the discount on it (R-CREDIT-2)", async () => {
    const story = await limited(false);
    expect((await credit(story)).balances[0]).toMatchObject({ running: "80.00" });
    const { totals } = await story.api.get<{ totals: Json }>(
      "/insights/margin?from=2026-01-01&to=2026-02-01&testClocks=include",
    );
    expect(totals["runningRevenue"]).toBe("80.00");
  });
});
