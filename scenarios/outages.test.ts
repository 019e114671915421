import { daysFrom, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

/** Weekly usage with monthly, quarterly and yearly prices from January 31. One event of 1 per day is sent in advance. */
async function fourIntervals(until: string): Promise<Story> {
  const story = await scenario({ start: "2024-01-31" });
  const prices = [
    await story.fixed("Month", "31.00"),
    await story.fixed("Quarter", "90.00", { every: "quarterly", terms: "arrears" }),
    await story.fixed("Year", "366.00", { every: "yearly" }),
    await story.usage("Steps", { unit: "0.01" }, { every: "weekly" }),
  ];
  await story.send(daysFrom("2024-01-31", until).map((day) => story.event("steps", 1, day, "walker")));
  const account = await story.account({ aliases: ["walker"] });
  await story.subscribe({ account, prices });
  return story;
}

test("after a year's outage four intervals are billed in order, each period once (R-TIME-5)", async () => {
  const story = await fourIntervals("2025-02-01");
  await story.advanceTo("2025-01-31");
  const lines = (await story.invoices()).flatMap(({ lineItems }) => lineItems);
  const billed = (name: string) => lines.filter(({ description }) => description === name);
  expect(billed("Month").map(({ servicePeriod }) => servicePeriod.start)).toEqual([
    "2024-01-31",
    "2024-02-29",
    "2024-03-31",
    "2024-04-30",
    "2024-05-31",
    "2024-06-30",
    "2024-07-31",
    "2024-08-31",
    "2024-09-30",
    "2024-10-31",
    "2024-11-30",
    "2024-12-31",
    "2025-01-31",
  ]);
  expect(billed("Quarter").map(({ servicePeriod }) => servicePeriod.end)).toEqual([
    "2024-04-30",
    "2024-07-31",
    "2024-10-31",
    "2025-01-31",
  ]);
  expect(billed("Year").map(({ totalPrice }) => totalPrice)).toEqual(["366.00", "366.00"]);
  // 366 days are 52 whole weeks and two days, which are not over; each week is 7 × 0.01.
  expect(billed("Steps").map(({ totalPrice }) => totalPrice)).toEqual(Array.from({ length: 52 }, () => "0.07"));
  const dates = (await story.invoices()).map(({ billingDate }) => billingDate);
  expect(dates).toEqual(dates.toSorted());
  expect(new Set(dates).size).toBe(dates.length);
});

test("a change during the outage is billed on its day, not on the day of recovery (R-TIME-5, R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "30.00"), await story.fixed("Large", "60.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.change(id, { update: [{ priceId: small, newPriceId: large }], effective: "2024-04-16" });
  await story.change(id, { update: [{ priceId: large, newPriceId: small }], effective: "2024-06-11" });
  await story.advanceTo("2024-07-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Small                1 × 30.00   30.00
    2024-04-16  2024-04-16 → 2024-05-01  Unused Small         1 × 15/30  -15.00
                2024-04-16 → 2024-05-01  Large        1 × 60.00 × 15/30   30.00
                                                                  total   15.00
    2024-05-01  2024-05-01 → 2024-06-01  Large                1 × 60.00   60.00
    2024-06-01  2024-06-01 → 2024-06-11  Large        1 × 60.00 × 10/30   20.00   // it was known that the rest is not served
    2024-06-11  2024-06-11 → 2024-07-01  Small        1 × 30.00 × 20/30   20.00
    2024-07-01  2024-07-01 → 2024-08-01  Small                1 × 30.00   30.00
  `);
});

test("two late subscriptions are numbered in order of their dates, as they were activated (R-TIME-5, R-INV-3)", async () => {
  const story = await scenario({ start: "2024-04-20" });
  const base = await story.fixed("Base", "10.00");
  const other = await story.account();
  const [first, second] = await Promise.all([
    story.subscribe({ prices: [base], contractStartDate: "2024-01-31", activate: false }),
    story.subscribe({ prices: [base], account: other, contractStartDate: "2024-02-15", activate: false }),
  ]);
  await story.api.post(`/subscriptions/${first.id}/activate`);
  await story.api.post(`/subscriptions/${second.id}/activate`);
  const numbers = (await story.invoices())
    .toSorted((a, b) => String(a.number).localeCompare(String(b.number)))
    .map(({ number, billingDate }) => `${number ?? ""} ${billingDate}`);
  expect(numbers).toEqual([
    "INV-2024-00001 2024-01-31",
    "INV-2024-00002 2024-02-29",
    "INV-2024-00003 2024-03-31",
    "INV-2024-00004 2024-02-15", // activated second: its invoices follow, in their own order
    "INV-2024-00005 2024-03-15",
    "INV-2024-00006 2024-04-15",
  ]);
});
