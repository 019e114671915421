import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("a price added on the 16th is charged for half of April, and other prices do not change (R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const calls = await story.usage("API calls", { unit: "0.10" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "50.00"), calls] });
  const support = await story.fixed("Support", "30.00");
  await story.use("api_calls", 10, "2024-04-10");
  await story.use("api_calls", 20, "2024-04-20T08:00");
  await story.change(id, { add: [{ priceId: support }], effective: "2024-04-21" });
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base               1 × 50.00  50.00
    2024-04-21  2024-04-21 → 2024-05-01  Support    1 × 30.00 × 10/30  10.00
    2024-05-01  2024-04-01 → 2024-05-01  API calls          30 × 0.10   3.00   // one window: its price did not change
                2024-05-01 → 2024-06-01  Base               1 × 50.00  50.00
                2024-05-01 → 2024-06-01  Support            1 × 30.00  30.00
                                                                total  83.00
  `);
});

test("a price removed on the 11th gives back two thirds of April and is not billed again (R-SUB-4, R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [base, support] = [await story.fixed("Base", "50.00"), await story.fixed("Support", "30.00")];
  const { id } = await story.subscribe({ prices: [base, support] });
  await story.advanceTo("2024-04-11T12:00");
  await story.change(id, { remove: [{ priceId: support }] });
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  Base            1 × 50.00   50.00
                     2024-04-01 → 2024-05-01  Support         1 × 30.00   30.00
                                                                  total   80.00
    2024-04-11 paid  2024-04-11 → 2024-05-01  Unused Support  1 × 20/30  -20.00
    2024-05-01       2024-05-01 → 2024-06-01  Base            1 × 50.00   50.00
    2024-06-01       2024-06-01 → 2024-07-01  Base            1 × 50.00   50.00
  `);
});

test("a price removed on the 11th and added again on the 21st does not bill the ten days between (R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [base, support] = [await story.fixed("Base", "50.00"), await story.fixed("Support", "30.00")];
  const { id } = await story.subscribe({ prices: [base, support] });
  await story.advanceTo("2024-04-11T12:00");
  await story.change(id, { remove: [{ priceId: support }] });
  await story.advanceTo("2024-04-21T12:00");
  await story.change(id, { add: [{ priceId: support }] });
  await story.advanceTo("2024-05-01");
  const invoices = await story.invoices();
  expect(invoices).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  Base                    1 × 50.00   50.00
                     2024-04-01 → 2024-05-01  Support                 1 × 30.00   30.00
                                                                          total   80.00
    2024-04-11 paid  2024-04-11 → 2024-05-01  Unused Support          1 × 20/30  -20.00
    2024-04-21 paid  2024-04-21 → 2024-05-01  Support         1 × 30.00 × 10/30   10.00
    2024-05-01       2024-05-01 → 2024-06-01  Base                    1 × 50.00   50.00
                     2024-05-01 → 2024-06-01  Support                 1 × 30.00   30.00
                                                                          total   80.00
  `);
  expect(invoices.at(-1)?.creditsApplied).toBe("10.00"); // 20.00 − 10.00
});

test("a removed price in arrears is billed for its days at the end of the month (R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const support = await story.fixed("Support", "30.00", { terms: "arrears" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "50.00"), support] });
  await story.advanceTo("2024-04-13T12:00");
  await story.change(id, { remove: [{ priceId: support }] });
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base              1 × 50.00  50.00
    2024-05-01  2024-04-01 → 2024-04-13  Support   1 × 30.00 × 12/30  12.00
                2024-05-01 → 2024-06-01  Base              1 × 50.00  50.00
                                                               total  62.00
    2024-06-01  2024-06-01 → 2024-07-01  Base              1 × 50.00  50.00
  `);
});

test("a removed usage price is billed up to the day of removal (R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const calls = await story.usage("API calls", { graduated: "0–10 @1.00, 11+ @0.50" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "50.00"), calls] });
  await story.use("api_calls", 14, "2024-04-12T23:59:59");
  await story.advanceTo("2024-04-13T12:00");
  await story.change(id, { remove: [{ priceId: calls }] });
  await story.use("api_calls", 100, "2024-04-20"); // free
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base       1 × 50.00  50.00
    2024-05-01  2024-04-01 → 2024-04-13  API calls         14  12.00   // 10 × 1.00 + 4 × 0.50: tiers are not prorated
                2024-05-01 → 2024-06-01  Base       1 × 50.00  50.00
                                                        total  62.00
  `);
});

test("a change that leaves no price, or removes an unsold one, is refused by field (R-API-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [base, other] = [await story.fixed("Base", "50.00"), await story.fixed("Other", "30.00")];
  const { id } = await story.subscribe({ prices: [base] });
  const body = { remove: [{ priceId: base }, { priceId: other }] };
  const answer = await story.api.request<{ errors: { pointer: string; code: string }[] }>(
    "POST",
    `/subscriptions/${id}/changes`,
    { body },
  );
  expect(answer.status).toBe(422);
  expect(answer.body.errors.map(({ pointer, code }) => ({ pointer, code }))).toEqual([
    { pointer: "/remove/1/priceId", code: "not_sold" },
    { pointer: "", code: "nothing_left" },
  ]);
});
