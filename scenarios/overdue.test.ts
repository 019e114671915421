import { type Json, scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("an invoice is overdue when its due date has ended in the account's zone (R-INV-2)", async () => {
  const story = await scenario({ start: "2024-01-01", zone: "America/New_York" });
  await story.subscribe({
    prices: [await story.fixed("Base", "10.00", { every: "yearly" })],
    invoicePaymentTerms: "net_15",
  });
  await story.advanceTo("2024-01-16T23:59");
  const [invoice] = await story.invoices();
  expect(invoice).toMatchObject({ status: "issued", dueDate: "2024-01-16T05:00:00.000Z" });
  await story.advanceTo("2024-01-17");
  expect((await story.invoices())[0]).toMatchObject({ status: "overdue", amountRemaining: "10.00" });
  const filters = encodeURIComponent(JSON.stringify([{ field: "type", operator: "eq", value: "invoice.overdue" }]));
  const { items } = await story.api.get<{ items: Json[] }>(`/notifications?filters=${filters}`);
  expect(items).toMatchObject([
    { timestamp: "2024-01-17T05:00:00.000Z", data: { id: invoice?.id, status: "overdue" } },
  ]);
  const balance = await story.api.get(`/accounts/${story.accountId}/balance`);
  expect(balance).toMatchObject({ outstanding: "10.00" });
});

test("an indefinite term is never overdue, and a clock that jumps reports each invoice on its day (R-TIME-5)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const base = await story.fixed("Base", "10.00");
  await story.subscribe({ prices: [base], invoicePaymentTerms: "indefinite" });
  const other = await story.account();
  await story.subscribe({ prices: [base], account: other, invoicePaymentTerms: "on_issue" });
  await story.advanceTo("2024-03-01T12:00");
  const seen = async (account: string) =>
    (await story.invoices(account)).map(({ status, dueDate }) => `${status} ${dueDate}`);
  expect(await seen(story.accountId)).toEqual(["issued null", "issued null", "issued null"]);
  expect(await seen(other)).toEqual([
    "overdue 2024-01-01T00:00:00.000Z",
    "overdue 2024-02-01T00:00:00.000Z",
    "issued 2024-03-01T00:00:00.000Z", // until the day is over
  ]);
  const filters = encodeURIComponent(JSON.stringify([{ field: "type", operator: "eq", value: "invoice.overdue" }]));
  const { items } = await story.api.get<{ items: Json[] }>(`/notifications?filters=${filters}`);
  expect(items.map((item) => String(item["timestamp"])).toSorted()).toEqual([
    "2024-01-02T00:00:00.000Z",
    "2024-02-02T00:00:00.000Z",
  ]);
});

test("an uncollectible invoice is no longer owed (R-INV-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.fixed("Base", "10.00", { every: "yearly" })] });
  await story.advanceTo("2024-03-01");
  const [invoice] = await story.invoices();
  expect(invoice?.status).toBe("overdue");
  expect(await story.api.post(`/invoices/${invoice?.id}/mark-uncollectible`)).toMatchObject({
    status: "uncollectible",
  });
  const balance = await story.api.get(`/accounts/${story.accountId}/balance`);
  expect(balance).toMatchObject({ outstanding: "0.00" });
});
