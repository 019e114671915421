import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

const NOTE = "The fixed fee is due in full: usage prices are not prorated for a part of a period.";

test("a tier's fee is due in full for a stub of two days, and the upcoming invoice says so (R-SUB-5, R-RATE-2)", async () => {
  const story = await scenario({ start: "2024-01-30" });
  const calls = await story.usage("Calls", { tiered: "0–100 @0.10 + 31, 101+ @0.05" });
  const { id } = await story.subscribe({ prices: [calls], firstBillingDate: "2024-02-01" });
  await story.use("calls", 10, "2024-01-31");
  expect((await story.upcoming(id)).total).toBe("32.00"); // 10 × 0.10 + 31.00, not 31.00 × 2/31
  expect((await story.api.get(`/subscriptions/${id}/invoices/upcoming/lines/0/explain`))["notes"]).toEqual([NOTE]);
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-30 → 2024-02-01  Calls  10  32.00
    2024-03-01  2024-02-01 → 2024-03-01  Calls   0  31.00
  `);
  const explained = await Promise.all(
    (await story.invoices()).map(async ({ id: invoiceId, lineItems: [line] }) => {
      const { notes, recomputed } = await story.api.get(`/invoices/${invoiceId}/lines/${line?.id}/explain`);
      return { notes, recomputed };
    }),
  );
  // A whole month has nothing to say of it.
  expect(explained).toMatchObject([
    { notes: [NOTE], recomputed: { agrees: true } },
    { notes: [], recomputed: { agrees: true } },
  ]);
});
