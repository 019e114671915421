import { type Json, scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

/** One metric with two prices: 1.00 a call in the base contract, 0.10 a call in an add-on. */
async function twoPrices() {
  const story = await scenario({ start: "2024-04-01" });
  const metric = await story.metric("Calls", { event: "calls" });
  const product = async (name: string) =>
    (
      await story.api.post("/products", {
        name,
        feeType: "metered",
        paymentTerms: "arrears",
        billingFrequency: "recurring",
        metricIds: [metric],
      })
    ).id;
  const price = async (name: string, amount: string) =>
    (
      await story.api.post("/prices", {
        productId: await product(name),
        type: "unit",
        billingInterval: "monthly",
        currency: "USD",
        metricIds: [metric],
        unitPricingModel: { pricePerUnit: { value: amount } },
      })
    ).id;
  return { story, metric, base: await price("Base calls", "1.00"), extra: await price("Extra calls", "0.10") };
}

test("a second subscription on a metric warns in the preview and at activation (R-SUB-2)", async () => {
  const { story, metric, base, extra } = await twoPrices();
  const first = await story.subscribe({ prices: [base], name: "Contract" });
  const second = await story.subscribe({ prices: [extra], name: "Add-on", activate: false });
  const detail = `The metric "Calls" is also billed by the subscription "Contract" (${first.id}). Both charge the same usage of the account.`;
  const warning = { code: "usage_billed_twice", detail, metricId: metric, subscriptionId: first.id };
  expect((await story.api.post(`/subscriptions/${second.id}/preview`, {}))["warnings"]).toEqual([warning]);

  const activated = await story.api.request("POST", `/subscriptions/${second.id}/activate`);
  expect(activated.status).toBe(200);
  expect(activated.body).not.toHaveProperty("warnings");
  const told = `usage_billed_twice; metric=${metric}; subscription=${first.id}`;
  expect(activated.headers.get("Counterfoil-Warning")).toBe(told);

  const { items: entries } = await story.api.get<{ items: Json[] }>(
    `/audit?objectId=${second.id}&action=subscription.activated`,
  );
  expect(entries).toMatchObject([{ changes: { warnings: { before: null, after: [warning] } } }]);

  const { items } = await story.api.get<{ items: Json[] }>(
    "/insights/attention?kind=usage_billed_twice&testClocks=include",
  );
  expect(items).toMatchObject([
    {
      kind: "usage_billed_twice",
      objectId: second.id,
      accountId: story.accountId,
      name: "Add-on",
      detail: `The metric "Calls" (${metric}) is billed by "Contract" (${first.id}) and "Add-on" (${second.id}).`,
      action: { method: "GET", path: `/subscriptions/${second.id}` },
    },
  ]);

  // It is allowed: both bill 10 calls.
  await story.use("calls", 10, "2024-04-10");
  await story.advanceTo("2024-05-01");
  expect((await story.invoices()).map(({ total }) => total).toSorted()).toEqual(["1.00", "10.00"]);

  // It ends when one of them ends.
  await story.act(second.id, "cancel", { effective: "now" });
  await story.advanceTo("2024-05-03");
  expect(
    (await story.api.get<{ items: Json[] }>("/insights/attention?kind=usage_billed_twice&testClocks=include")).items,
  ).toEqual([]);
});

test("consecutive subscriptions, other accounts and other metrics cause no warning", async () => {
  const { story, base, extra } = await twoPrices();
  const ends = { contractPeriodType: "fixed", contractEndDate: "2024-06-01" };
  await story.subscribe({ prices: [base], ...ends });
  const other = await story.usage("Seats", { unit: "5.00" });
  const later = await story.subscribe({ prices: [extra], activate: false, contractStartDate: "2024-06-01" });
  const elsewhere = await story.subscribe({ prices: [extra], account: await story.account(), activate: false });
  const seats = await story.subscribe({ prices: [other], activate: false });
  for (const { id } of [later, elsewhere, seats]) {
    expect((await story.api.post(`/subscriptions/${id}/preview`, {}))["warnings"]).toEqual([]);
    const activated = await story.api.request("POST", `/subscriptions/${id}/activate`);
    expect([activated.status, activated.headers.get("Counterfoil-Warning")]).toEqual([200, null]);
  }
  expect(
    (await story.api.get<{ items: Json[] }>("/insights/attention?kind=usage_billed_twice&testClocks=include")).items,
  ).toEqual([]);
});

test("a preview of an unsaved subscription warns too, and a replayed response repeats the warning", async () => {
  const { story, metric, base, extra } = await twoPrices();
  const first = await story.subscribe({ prices: [base] });
  const preview = await story.api.post("/subscriptions/preview", {
    accountId: story.accountId,
    name: "Add-on",
    contractStartDate: "2024-04-15",
    currency: "USD",
    priceGroups: [{ priceIds: [extra] }],
  });
  expect(preview["warnings"]).toMatchObject([{ metricId: metric, subscriptionId: first.id }]);
  const second = await story.subscribe({ prices: [extra], activate: false });
  const again = () =>
    story.api.request("POST", `/subscriptions/${second.id}/activate`, { headers: { "Idempotency-Key": "once" } });
  const answers = [await again(), await again()];
  const expected = `usage_billed_twice; metric=${metric}; subscription=${first.id}`;
  expect(answers.map(({ headers }) => headers.get("Counterfoil-Warning"))).toEqual([expected, expected]);
});
