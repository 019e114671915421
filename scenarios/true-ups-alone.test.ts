import { type Json, scenario, sendQuote } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// A minimum may be due on a date on which nothing else is billed: with prices of a longer interval, or in a pause.

interface Foreseen extends Json {
  readonly billingDate: string;
  readonly total: string;
}

test("a preview and a quote of a year in advance have the true-up of each month (R-INV-5, R-SUB-8)", async () => {
  const story = await scenario({ start: "2025-01-01" });
  const year = await story.fixed("Base", "1200.00", { every: "yearly" });
  const minimumSpend = { amount: "150.00", period: "month" };
  const terms = { minimumSpend, contractPeriodType: "fixed", contractEndDate: "2026-01-01" };
  const preview = await story.api.post<{ total: string; invoices: unknown[] }>("/subscriptions/preview", {
    accountId: story.accountId,
    contractStartDate: "2025-01-01",
    priceGroups: [{ priceIds: [year] }],
    ...terms,
    until: "2026-02-01",
  });
  const { id } = await story.subscribe({ prices: [year], ...terms, activate: false });
  const { token } = await sendQuote(story.api, id);
  const { document } = await story.environment
    .api("")
    .get<{ document: { figures: { contract: Json } } }>(`/quotes/${token}`);
  await story.api.post(`/subscriptions/${id}/activate`);
  await story.advanceTo("2026-02-01");
  // 1200.00 in advance, of which 100.00 count in each month: 12 true-ups of 150.00 − 100.00.
  const billed = (await story.invoices()).map(({ total }) => total);
  expect(billed).toEqual(["1200.00", ...Array.from({ length: 12 }, () => "50.00")]);
  expect([preview.total, preview.invoices.length]).toEqual(["1800.00", 13]);
  expect(document.figures.contract).toMatchObject({ total: "1800.00" });
});

test("the upcoming invoice of a quarter in advance is the true-up of its first month (R-INV-5)", async () => {
  const story = await scenario({ start: "2025-01-01" });
  const quarter = await story.fixed("Base", "900.00", { every: "quarterly" });
  const { id } = await story.subscribe({ prices: [quarter], minimumSpend: { amount: "500.00", period: "month" } });
  await story.advanceTo("2025-01-02");
  const upcoming = await story.api.get<Foreseen>(`/subscriptions/${id}/invoices/upcoming`);
  expect([upcoming.billingDate, upcoming.total]).toEqual(["2025-02-01", "200.00"]); // 500.00 − 300.00
  const { nextInvoice } = await story.api.post<{ nextInvoice: Foreseen }>(`/subscriptions/${id}/cancel/preview`, {
    effective: "2025-02-15",
  });
  expect([nextInvoice.billingDate, nextInvoice.total]).toEqual(["2025-02-01", "200.00"]);
  await story.advanceTo("2025-02-02");
  expect((await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`)).toEqual([
    "2025-01-01 900.00",
    "2025-02-01 200.00",
  ]);
});
