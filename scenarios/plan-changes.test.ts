import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("a change of plan on the 16th continues shared prices, and credits and charges the rest (R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [basic, pro] = [await story.fixed("Basic", "30.00"), await story.fixed("Pro", "90.00")];
  const support = await story.fixed("Support", "12.00");
  const calls = await story.usage("API calls", { unit: "0.10" });
  const before = await story.plan("Basic", [basic, support, calls]);
  const after = await story.plan("Pro", [pro, support, calls]);
  const { id } = await story.subscribe({ plan: before });
  await story.use("api_calls", 10, "2024-04-10");
  await story.advanceTo("2024-04-16T12:00");
  await story.change(id, { planId: after });
  await story.use("api_calls", 20, "2024-04-20");
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Basic                1 × 30.00   30.00
                2024-04-01 → 2024-05-01  Support              1 × 12.00   12.00
                                                                  total   42.00
    2024-04-16  2024-04-16 → 2024-05-01  Unused Basic         1 × 15/30  -15.00
                2024-04-16 → 2024-05-01  Pro          1 × 90.00 × 15/30   45.00
                                                                  total   30.00
    2024-05-01  2024-04-01 → 2024-05-01  API calls            30 × 0.10    3.00
                2024-05-01 → 2024-06-01  Support              1 × 12.00   12.00   // sold the longest
                2024-05-01 → 2024-06-01  Pro                  1 × 90.00   90.00
                                                                  total  105.00
  `);
});

test("a change of plan at period end lets the month run out (R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-01-31" });
  const before = await story.plan("Basic", [await story.fixed("Basic", "30.00")]);
  const after = await story.plan("Pro", [await story.fixed("Pro", "90.00")]);
  const { id } = await story.subscribe({ plan: before });
  await story.advanceTo("2024-02-10");
  await story.change(id, { planId: after, effective: "period_end" });
  await story.advanceTo("2024-03-31");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-31  2024-01-31 → 2024-02-29  Basic  1 × 30.00  30.00
    2024-02-29  2024-02-29 → 2024-03-31  Pro    1 × 90.00  90.00
    2024-03-31  2024-03-31 → 2024-04-30  Pro    1 × 90.00  90.00
  `);
});

test("a change from a monthly to a yearly plan first charges the rest of the anchored year (R-SUB-4)", async () => {
  const story = await scenario({ start: "2023-01-01" });
  const before = await story.plan("Monthly", [await story.fixed("Month", "31.00")]);
  const after = await story.plan("Yearly", [await story.fixed("Year", "365.00", { every: "yearly" })]);
  const { id } = await story.subscribe({ plan: before });
  await story.advanceTo("2023-03-22T12:00"); // 10 of March's 31 days are left, and 285 of the year's 365
  await story.change(id, { planId: after });
  await story.advanceTo("2024-01-01");
  expect((await story.invoices()).slice(3)).toEqualInvoices(`
    2023-03-22  2023-03-22 → 2023-04-01  Unused Month           1 × 10/31  -10.00
                2023-03-22 → 2024-01-01  Year         1 × 365.00 × 285/365  285.00   // 31+28+21 = 80 days are over
                                                                      total  275.00
    2024-01-01  2024-01-01 → 2025-01-01  Year                   1 × 365.00  365.00
  `);
});

test("a plan together with prices, or an unknown plan, is refused by name (R-API-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const base = await story.fixed("Base", "30.00");
  const plan = await story.plan("Plan", [base, await story.fixed("Other", "5.00")]);
  const { id } = await story.subscribe({ prices: [base] });
  for (const [body, pointer] of [
    [{ planId: "plan_none" }, "/planId"],
    [{ planId: plan, remove: [{ priceId: base }] }, "/remove"],
    [{}, ""],
  ] as const) {
    const answer = await story.api.request<{ errors: { pointer: string }[] }>("POST", `/subscriptions/${id}/changes`, {
      body,
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((error) => error.pointer)).toEqual([pointer]);
  }
});
