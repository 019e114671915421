import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

/** The billing dates of one price from each of these days, each with its own account. */
async function billedOn(story: Story, every: string, days: readonly string[], until: string): Promise<string[][]> {
  const price = await story.fixed("Base", "10.00", { every });
  const accounts = [];
  for (const day of days) {
    const account = await story.account();
    await story.subscribe({ prices: [price], account, contractStartDate: day });
    accounts.push(account);
  }
  await story.advanceTo(until);
  const invoices = await story.invoices();
  return accounts.map((account) =>
    invoices.filter((invoice) => invoice.accountId === account).map(({ billingDate }) => billingDate),
  );
}

test("months from the 28th to the 31st return to their day after February (R-TIME-2)", async () => {
  const story = await scenario({ start: "2023-12-01" });
  const days = ["2023-12-28", "2023-12-29", "2023-12-30", "2023-12-31"];
  expect(await billedOn(story, "monthly", days, "2024-04-30")).toEqual([
    ["2023-12-28", "2024-01-28", "2024-02-28", "2024-03-28", "2024-04-28"],
    ["2023-12-29", "2024-01-29", "2024-02-29", "2024-03-29", "2024-04-29"],
    ["2023-12-30", "2024-01-30", "2024-02-29", "2024-03-30", "2024-04-30"],
    ["2023-12-31", "2024-01-31", "2024-02-29", "2024-03-31", "2024-04-30"],
  ]);
});

test("three anchors share the 28th in a short February and differ again in March (R-TIME-2)", async () => {
  const story = await scenario({ start: "2023-01-01" });
  const days = ["2023-01-28", "2023-01-29", "2023-01-30", "2023-01-31"];
  expect(await billedOn(story, "monthly", days, "2023-04-30")).toEqual([
    ["2023-01-28", "2023-02-28", "2023-03-28", "2023-04-28"],
    ["2023-01-29", "2023-02-28", "2023-03-29", "2023-04-29"],
    ["2023-01-30", "2023-02-28", "2023-03-30", "2023-04-30"],
    ["2023-01-31", "2023-02-28", "2023-03-31", "2023-04-30"],
  ]);
});

test("quarters from the 28th to the 31st of August (R-TIME-2)", async () => {
  const story = await scenario({ start: "2023-08-01" });
  const days = ["2023-08-28", "2023-08-29", "2023-08-30", "2023-08-31"];
  expect(await billedOn(story, "quarterly", days, "2025-03-01")).toEqual([
    ["2023-08-28", "2023-11-28", "2024-02-28", "2024-05-28", "2024-08-28", "2024-11-28", "2025-02-28"],
    ["2023-08-29", "2023-11-29", "2024-02-29", "2024-05-29", "2024-08-29", "2024-11-29", "2025-02-28"],
    ["2023-08-30", "2023-11-30", "2024-02-29", "2024-05-30", "2024-08-30", "2024-11-30", "2025-02-28"],
    ["2023-08-31", "2023-11-30", "2024-02-29", "2024-05-31", "2024-08-31", "2024-11-30", "2025-02-28"],
  ]);
});

test("half-years from the 28th to the 31st of August (R-TIME-2)", async () => {
  const story = await scenario({ start: "2023-08-01" });
  const days = ["2023-08-28", "2023-08-29", "2023-08-30", "2023-08-31"];
  expect(await billedOn(story, "semi_annual", days, "2025-09-01")).toEqual([
    ["2023-08-28", "2024-02-28", "2024-08-28", "2025-02-28", "2025-08-28"],
    ["2023-08-29", "2024-02-29", "2024-08-29", "2025-02-28", "2025-08-29"],
    ["2023-08-30", "2024-02-29", "2024-08-30", "2025-02-28", "2025-08-30"],
    ["2023-08-31", "2024-02-29", "2024-08-31", "2025-02-28", "2025-08-31"],
  ]);
});

test("years from the 28th to the 31st keep their day, except the 29th of February (R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-02-01" });
  const days = ["2024-02-28", "2024-02-29", "2024-03-30", "2024-03-31"];
  expect(await billedOn(story, "yearly", days, "2027-04-01")).toEqual([
    ["2024-02-28", "2025-02-28", "2026-02-28", "2027-02-28"],
    ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28"],
    ["2024-03-30", "2025-03-30", "2026-03-30", "2027-03-30"],
    ["2024-03-31", "2025-03-31", "2026-03-31", "2027-03-31"],
  ]);
});

test("months from the 29th of February 2024: three Februaries bill on the 28th, and the 49th month is the 29th again (R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-02-29" });
  const [dates = []] = await billedOn(story, "monthly", ["2024-02-29"], "2028-02-29");
  expect(dates).toHaveLength(49); // 4 × 12 + 1
  expect(dates.filter((date) => date.slice(5, 7) === "02")).toEqual([
    "2024-02-29",
    "2025-02-28",
    "2026-02-28",
    "2027-02-28",
    "2028-02-29",
  ]);
  expect(dates.filter((date) => date.slice(5, 7) !== "02" && !date.endsWith("-29"))).toEqual([]);
});

test("a half-year from the 29th of August has 183 days, of which a change bills 61 (R-TIME-2, R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-08-29" });
  const semiAnnual = { every: "semi_annual" };
  const [small, large] = [
    await story.fixed("Small", "183.00", semiAnnual),
    await story.fixed("Large", "366.00", semiAnnual),
  ];
  const { id } = await story.subscribe({ prices: [small], contractStartDate: "2024-08-29" });
  await story.advanceTo("2024-12-29T12:00"); // 2024-08-29 → 2025-02-28 has 183 days: 3+30+31+30+31+31+27; 61 are left
  await story.replace(id, small, large);
  await story.advanceTo("2025-02-28");
  expect(await story.invoices()).toEqualInvoices(`
    2024-08-29  2024-08-29 → 2025-02-28  Small                  1 × 183.00  183.00
    2024-12-29  2024-12-29 → 2025-02-28  Unused Small           1 × 61/183  -61.00   // 3 + 31 + 27 = 61 days
                2024-12-29 → 2025-02-28  Large        1 × 366.00 × 61/183  122.00
                                                                     total   61.00
    2025-02-28  2025-02-28 → 2025-08-29  Large                  1 × 366.00  366.00
  `);
});
