import { type BookDifference, verifyBooks } from "@counterfoil/service";
import { environment, type Json, scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

const cells = [{ values: { region: "eu" }, pricePerUnit: { value: "0.02" } }];
const matrix = (defaultPrice: string | null) => ({
  type: "matrix",
  matrixPricingModel: {
    dimensions: ["region"],
    cells,
    defaultPricePerUnit: defaultPrice === null ? null : { value: defaultPrice },
  },
});

async function sold(defaultPrice: string | null, terms: object = {}) {
  const story = await scenario({ start: "2024-04-01", ...terms });
  const compute = await story.usage("Compute", matrix(defaultPrice), { event: "work" });
  const { id, accountId } = await story.subscribe({ prices: [compute] });
  return { story, compute, id, accountId: String(accountId) };
}

async function differences({ organizationId }: Story): Promise<BookDifference[]> {
  const { ports } = await environment();
  const context = { ...ports, organizationId, actor: { type: "command", id: "verify" }, requestId: null } as const;
  const found: BookDifference[] = [];
  await verifyBooks(context, { from: null, to: null, onDifference: (one) => void found.push(one) });
  return found;
}

const cause = (compute: string) =>
  `The price "Compute" (${compute}) has no amount for this usage of Compute: region=ap: 250. ` +
  `Set matrixPricingModel.defaultPricePerUnit with PATCH /prices/${compute}, then issue the invoice.`;

test("usage without a matrix price stops the invoice until a default price is set (R-RATE-2, R-INV-5)", async () => {
  const { story, compute } = await sold(null);
  await story.use("work", { quantity: 1_000, region: "eu" }, "2024-04-10");
  await story.use("work", { quantity: 250, region: "ap" }, "2024-04-11");
  await story.advanceTo("2024-05-02");
  const [stopped] = (await story.api.get<{ items: Json[] }>("/invoices")).items;
  expect(stopped).toMatchObject({ status: "draft" });
  const { items } = await story.api.get<{ items: object[] }>(
    "/insights/attention?kind=invoice_failed&testClocks=include",
  );
  expect(items).toEqual([expect.objectContaining({ objectId: stopped?.id, detail: cause(compute) })]);
  const { items: told } = await story.api.get<{ items: Json[] }>("/notifications?limit=100");
  expect(told.filter(({ type }) => type === "invoice.failed").map(({ data }) => data)).toEqual([
    { invoiceId: stopped?.id, failure: cause(compute) },
  ]);

  const refused = await story.api.request("POST", `/invoices/${stopped?.id}/issue`);
  expect(refused).toMatchObject({ status: 409, body: { code: "state_conflict" } });
  expect(String(refused.body["detail"])).toContain(cause(compute));

  // The price is sold: only a missing default may be set, once.
  await story.api.patch(`/prices/${compute}`, matrix("0.05"));
  await story.api.post(`/invoices/${stopped?.id}/issue`);
  // 1,000 × 0.02 + 250 × 0.05
  expect(await story.api.get(`/invoices/${stopped?.id}`)).toMatchObject({ status: "issued", total: "32.50" });
  expect(await differences(story)).toEqual([]);
});

test("a draft put aside shows the sum of its lines (R-INV-2, R-INV-5)", async () => {
  const { story } = await sold(null, { graceHours: 48 });
  await story.use("work", { quantity: 1_000, region: "eu" }, "2024-04-10");
  await story.advanceTo("2024-05-02");
  const [draft] = await story.invoices();
  expect(draft).toMatchObject({ status: "draft", subtotal: "20.00", total: "20.00" });
  await story.use("work", { quantity: 500, region: "eu" }, "2024-04-11");
  await story.use("work", { quantity: 250, region: "ap" }, "2024-04-12");
  await story.advanceTo("2024-05-04");
  const stopped = await story.api.get<StoryInvoice>(`/invoices/${draft?.id}`);
  expect(stopped).toMatchObject({ status: "draft", subtotal: "30.00", total: "30.00" });
  expect(stopped.lineItems.map(({ totalPrice }) => totalPrice)).toEqual(["30.00"]);
});

test("the default of a sold matrix is set in place once, also after the price was replaced (R-CAT-2)", async () => {
  const { story, compute } = await sold(null);
  const patch = (body: object) => story.api.request("PATCH", `/prices/${compute}`, { body });
  const other = { ...matrix("0.05"), matrixPricingModel: { ...matrix("0.05").matrixPricingModel, cells: [] } };
  const replaced = await patch(other);
  expect(replaced).toMatchObject({ status: 200, body: { replacesPriceId: compute } });
  for (const change of [other, { ...matrix("0.05"), trialPeriodDays: 3 }, { trialPeriodDays: 3 }]) {
    expect(await patch(change)).toMatchObject({ status: 409 });
  }
  // The contract still bills the old price, so a missing default must be possible.
  expect(await patch(matrix("0.05"))).toMatchObject({
    status: 200,
    body: { id: compute, matrixPricingModel: { defaultPricePerUnit: { value: "0.05" } } },
  });
  expect(await patch(matrix("0.06"))).toMatchObject({ status: 409 });
  expect(await patch(matrix(null))).toMatchObject({ status: 409 });
});

test("the upcoming invoice names what has no price, and the portal shows usage without an amount (R-UI-2)", async () => {
  const { story, compute, id, accountId } = await sold(null);
  await story.use("work", { quantity: 250, region: "ap" }, "2024-04-11");
  await story.advanceTo("2024-04-12");
  const upcoming = await story.api.request("GET", `/subscriptions/${id}/invoices/upcoming`);
  expect(upcoming).toMatchObject({ status: 409, body: { code: "state_conflict", detail: cause(compute) } });
  const link = await story.api.post(`/accounts/${accountId}/portal-link`, {});
  expect(await story.api.get(`/public/portal/${String(link["token"])}`)).toMatchObject({
    subscriptions: [{ usage: [{ quantity: "250" }], upcomingInvoice: null }],
  });
});

test("a combination that nets to zero needs no price, nor does one with a default (R-RATE-2)", async () => {
  const none = await sold(null);
  await none.story.use("work", { quantity: 1_000, region: "eu" }, "2024-04-10");
  await none.story.use("work", { quantity: 5, region: "ap" }, "2024-04-11");
  await none.story.use("work", { quantity: -5, region: "ap" }, "2024-04-12");
  await none.story.advanceTo("2024-05-02");
  const free = await sold("0");
  await free.story.use("work", { quantity: 250, region: "ap" }, "2024-04-10");
  await free.story.advanceTo("2024-05-02");
  const totals = async (story: Story) => (await story.invoices()).map(({ status, total }) => `${status} ${total}`);
  expect([await totals(none.story), await totals(free.story)]).toEqual([["issued 20.00"], ["paid 0.00"]]);
  expect(await differences(none.story)).toEqual([]);
});
