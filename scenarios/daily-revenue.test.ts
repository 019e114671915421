import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

interface Lines {
  items: { lineId: string; amount: string }[];
  totals: { currency: string; count: number; amount: string }[] | null;
}
interface Months {
  items: { month: string; from: string; to: string; net: string; creditNotes: string; voided: string }[];
}

const ASKED = "testClocks=include";

/** The net revenue from a day until before another, from the months. Its lines have to sum to the same. */
async function netOf(story: Story, from: string, to: string): Promise<string> {
  const days = `${ASKED}&from=${from}&to=${to}`;
  const { items } = await story.api.get<Months>(`/insights/net-revenue?${days}`);
  const lines = await story.api.get<Lines>(`/insights/net-revenue/lines?${days}&limit=100`);
  const cents = (amounts: readonly string[]) =>
    amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);
  const net = cents(items.map((item) => item.net));
  expect(cents(lines.items.map(({ amount }) => amount))).toBe(net);
  expect(cents((lines.totals ?? []).map(({ amount }) => amount))).toBe(net);
  return (net / 100).toFixed(2);
}

test("a line becomes revenue evenly by day, and its months sum to it", async () => {
  const story = await scenario({ start: "2024-01-16" });
  await story.subscribe({ prices: [await story.fixed("Base", "310.00")] });
  // 310.00 for January 16 to February 15: 31 days of 10.00
  expect(await netOf(story, "2024-01-16", "2024-01-17")).toBe("10.00");
  expect(await netOf(story, "2024-01-01", "2024-01-26")).toBe("100.00"); // 10 days
  expect(await netOf(story, "2024-01-01", "2024-02-01")).toBe("160.00"); // 16 days
  expect(await netOf(story, "2024-02-01", "2024-02-11")).toBe("100.00"); // 10 days
  expect(await netOf(story, "2024-01-20", "2024-02-06")).toBe("170.00"); // 12 and 5 days
  expect(await netOf(story, "2024-01-16", "2024-02-16")).toBe("310.00");
  const { items } = await story.api.get<Months>(`/insights/net-revenue?${ASKED}&from=2024-01-16&to=2024-02-11`);
  expect(items).toMatchObject([
    { month: "2024-01", from: "2024-01-16", to: "2024-02-01", net: "160.00" },
    { month: "2024-02", from: "2024-02-01", to: "2024-02-11", net: "100.00" },
  ]);
});

test("days are rounded to the cent, and the last day of the month takes the rest", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.fixed("Base", "100.00")] });
  const days = await Promise.all(
    Array.from({ length: 31 }, (_, index) => {
      const day = (number: number) => (number === 32 ? "2024-02-01" : `2024-01-${String(number).padStart(2, "0")}`);
      return netOf(story, day(index + 1), day(index + 2));
    }),
  );
  // 100.00 ÷ 31 = 3.2258…: 3.23, then 6.45 − 3.23 = 3.22; the last day is 100.00 − 96.77
  expect([days[0], days[1], days[30]]).toEqual(["3.23", "3.22", "3.23"]);
  expect(days.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0)).toBe(10_000);
});

test("a credit note counts from its own day on", async () => {
  const story = await scenario({ start: "2024-01-16" });
  await story.subscribe({ prices: [await story.fixed("Base", "310.00")] });
  await story.advanceTo("2024-01-20");
  const [invoice] = await story.invoices();
  const line = invoice?.lineItems[0]?.id;
  const note = { reason: "Outage", lines: [{ lineItemId: line, amount: "31.00" }], outcome: "apply" };
  await story.api.post("/credit-notes", { invoiceId: invoice?.id, ...note });
  // 31.00 over the same 31 days is 1.00 a day. January 20 also takes it for the four days before.
  expect(await netOf(story, "2024-01-16", "2024-01-20")).toBe("40.00"); // 4 × 10.00
  expect(await netOf(story, "2024-01-20", "2024-01-21")).toBe("5.00"); // 10.00 − 5 × 1.00
  expect(await netOf(story, "2024-01-21", "2024-01-22")).toBe("9.00");
  expect(await netOf(story, "2024-01-01", "2024-03-01")).toBe("279.00"); // 310.00 − 31.00
});

test("a void takes back on its day what was revenue until then", async () => {
  const story = await scenario({ start: "2024-01-16" });
  await story.subscribe({ prices: [await story.fixed("Base", "310.00")] });
  await story.advanceTo("2024-01-26");
  const [invoice] = await story.invoices();
  await story.api.post(`/invoices/${invoice?.id}/void`, { reason: "Never delivered" });
  expect(await netOf(story, "2024-01-16", "2024-01-26")).toBe("100.00"); // 10 × 10.00
  expect(await netOf(story, "2024-01-26", "2024-01-27")).toBe("-100.00");
  expect(await netOf(story, "2024-01-27", "2024-03-01")).toBe("0.00");
});
