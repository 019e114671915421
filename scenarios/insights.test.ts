import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

interface Months {
  items: { month: string; currency: string; invoiced: string; recognized: string; deferred: string }[];
}

test("a prepaid year becomes revenue month by month to the cent, and is deferred until then (R-INV-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.fixed("Base", "1000.00", { every: "yearly" })] });
  await story.advanceTo("2024-02-15");
  const { items } = await story.api.get<Months>(
    "/insights/revenue?from=2024-01-01&to=2025-01-01&interval=month&testClocks=include",
  );
  expect(items).toHaveLength(12);
  expect(items.slice(0, 2)).toEqual([
    // 1000.00 × 31/366 = 84.6994…
    { month: "2024-01", currency: "USD", invoiced: "1000.00", recognized: "84.70", deferred: "915.30" },
    // 1000.00 × 29/366 = 79.2349…
    { month: "2024-02", currency: "USD", invoiced: "0.00", recognized: "79.23", deferred: "836.07" },
  ]);
  expect(items.at(-1)).toMatchObject({ month: "2024-12", deferred: "0.00" });
  const [invoice] = await story.invoices();
  const line = await story.api.get(`/invoices/${invoice?.id}/lines/${invoice?.lineItems[0]?.id}/recognition`);
  // January, and 15 of the 29 days of February: 84.70 + 79.23 × 15/29 = 84.70 + 40.98
  expect(line).toMatchObject({ recognized: "125.68", deferred: "874.32" });
  expect(line["months"]).toHaveLength(12);
  expect((line["months"] as object[])[1]).toEqual({
    month: "2024-02",
    day: "2024-02-29",
    amount: "79.23",
    isRecognized: false,
  });
});

test("ageing shows amounts due by days overdue on any day, down to the invoices (R-INV-7)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const invoice = async (total: string, paymentTerms: string) => {
    const lines = [{ description: "Setup", unitPrice: total }];
    const body = { accountId: story.accountId, lines, paymentTerms, autoIssue: true };
    return (await story.api.post("/invoices", body)).id;
  };
  await invoice("100.00", "net_7"); // due on January 8
  const paid = await invoice("70.00", "net_30"); // due on January 31
  await story.api.post(`/invoices/${paid}/payments`, { amount: "30.00", method: "bank_transfer" });
  const bands = async (at: string) => {
    const { items } = await story.api.get<{ items: { total: string; bands: { band: string; amount: string }[] }[] }>(
      `/insights/ageing?at=${at}&testClocks=include`,
    );
    const amounts = items[0]?.bands.filter(({ amount }) => amount !== "0.00") ?? [];
    return `${items[0]?.total}: ${amounts.map(({ band, amount }) => `${band} ${amount}`).join(", ")}`;
  };
  expect(await bands("2024-01-08")).toBe("140.00: not_due 140.00");
  expect(await bands("2024-01-09")).toBe("140.00: not_due 40.00, 1_30 100.00");
  expect(await bands("2024-02-08")).toBe("140.00: 1_30 40.00, 31_60 100.00"); // 31 days after January 8
  expect(await bands("2024-04-08")).toBe("140.00: 61_90 40.00, over_90 100.00"); // 68 and 91 days
  const owed = await story.api.get<{ items: object[] }>("/insights/ageing/invoices?at=2024-02-08&testClocks=include");
  expect(owed.items).toMatchObject([
    { dueOn: "2024-01-08", daysOverdue: 31, band: "31_60", amount: "100.00" },
    { dueOn: "2024-01-31", daysOverdue: 8, band: "1_30", amount: "40.00" },
  ]);
});
