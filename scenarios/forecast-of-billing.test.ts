import { discount, type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// The forecast is what the next three months will bill.

async function forecast(story: Story, member: string): Promise<string[]> {
  const { items } = await story.api.get<{ items: Json[] }>("/insights/forecast?testClocks=include");
  return items.map((item) => `${String(item["month"])} ${String(item[member])}`);
}

test("an amount off that the advance of a period used is not taken off its arrears again (R-SUB-8)", async () => {
  const story = await scenario({ start: "2026-10-15" });
  const advance = await story.fixed("Advance", "100.00", { every: "quarterly" });
  const arrears = await story.fixed("Arrears", "100.00", { every: "quarterly", terms: "arrears" });
  await story.subscribe({ prices: [advance, arrears], discount: discount("10.00") });
  await story.advanceTo("2026-12-01T12:00");
  expect(await forecast(story, "contracts")).toEqual(["2027-01 190.00", "2027-02 0.00", "2027-03 0.00"]);
  await story.advanceTo("2027-02-01");
  // Arrears count on October 15, whose 10.00 are used.
  expect((await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`)).toEqual([
    "2026-10-15 90.00",
    "2027-01-15 190.00",
  ]);
});

test("the average of usage is what was billed, after its discounts and limits", async () => {
  const story = await scenario({ start: "2026-08-01" });
  const maximumSpend = { amount: { value: "500.00" }, period: "monthly" };
  const calls = await story.usage("Calls", { unit: "1.00" }, { price: { maximumSpend } });
  const base = await story.fixed("Base", "100.00");
  await story.subscribe({ prices: [calls, base], discount: discount("50 %") });
  await story.use("calls", 1000, "2026-08-10");
  await story.use("calls", 300, "2026-09-10");
  await story.use("calls", 600, "2026-10-10");
  await story.advanceTo("2026-12-01T06:00");
  // 500.00, 300.00 and 500.00 less 50 %: 650.00 in three months.
  expect(await forecast(story, "usage")).toEqual(["2027-01 216.67", "2027-02 216.67", "2027-03 216.67"]);
  expect(await forecast(story, "total")).toEqual(["2027-01 266.67", "2027-02 266.67", "2027-03 266.67"]);
});
