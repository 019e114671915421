import { type Json, previewedInvoice, scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { post } from "./steps.ts";

interface CancelPreview {
  readonly subscription: Json;
  readonly invoices: readonly StoryInvoice[];
  readonly nextInvoice: StoryInvoice | null;
}

/** A preview compared with what was made: without IDs, times, and the number that only the issued invoice has. */
function shown(invoice: StoryInvoice): object {
  return { ...previewedInvoice(invoice), number: null };
}

async function taxed(start: string): Promise<Story> {
  const story = await scenario({
    start,
    currency: "EUR",
    settings: { country: "FR", taxMode: "manual" },
    account: { taxCountry: "FR" },
  });
  await story.api.post("/tax-rates", { name: "TVA", percentage: "20", country: "FR" });
  return story;
}

test("a one-off invoice is previewed with tax and credit, and the preview leaves nothing behind (R-INV-4)", async () => {
  const story = await taxed("2026-01-05");
  await story.api.post("/tax-rates", { name: "Books", percentage: "5.5", country: "FR", taxCategory: "books" });
  const book = await story.api.post("/products", { name: "Book", feeType: "fixed", taxCategory: "books" });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "10.00", currency: "EUR" });
  const lineItems = [
    { description: "Workshop", quantity: "3", unitPrice: "33.335" },
    { description: "Book", unitPrice: "20.00", productId: book.id },
  ];
  const body = { accountId: story.accountId, lineItems };
  const draft = await story.api.request<StoryInvoice>("POST", "/invoices/preview", { body });
  // 3 × 33.335 = 100.005, rounded to 100.01; tax 20 % = 20.00 and 5.5 % = 1.10
  expect([draft.status, draft.body]).toMatchObject([200, { status: "draft", number: null, total: "141.11" }]);
  const issued = await story.api.post("/invoices/preview", { ...body, autoIssue: true });
  expect(issued).toMatchObject({ number: null, creditsApplied: "10.00", amountRemaining: "131.11" });
  expect(await story.invoices()).toEqual([]);
  const made = await story.api.post<StoryInvoice>("/invoices", { ...body, autoIssue: true });
  expect(made.number).toBe("INV-2026-00001");
  expect(shown(issued as unknown as StoryInvoice)).toEqual(shown(made));
});

test("a preview of an invoice refuses what creating it refuses, at the same field", async () => {
  const story = await taxed("2026-01-05");
  const body = {
    accountId: story.accountId,
    currency: "XXQ",
    lineItems: [{ description: "A", unitPrice: "1,5", productId: "prod_none" }],
  };
  const [preview, real] = [await post(story, "/invoices/preview", body), await post(story, "/invoices", body)];
  expect(preview.status).toBe(422);
  expect(preview.body["errors"]).toEqual(real.body["errors"]);
});

test("a change of a draft is previewed with its tax, and the draft stays as it was", async () => {
  const story = await taxed("2026-01-05");
  const lineItems = [{ description: "Setup", unitPrice: "50.00" }];
  const draft = await story.api.post<StoryInvoice>("/invoices", { accountId: story.accountId, lineItems });
  const change = { lineItems: [{ description: "Setup", unitPrice: "80.00" }], memo: "Thanks" };
  const preview = await story.api.post<StoryInvoice>(`/invoices/${draft.id}/preview`, change);
  expect(preview).toMatchObject({ subtotal: "80.00", tax: "16.00", total: "96.00", memo: "Thanks" }); // 80.00 × 20 %
  expect(await story.api.get(`/invoices/${draft.id}`)).toEqual(draft);
  const changed = await story.api.patch<StoryInvoice>(`/invoices/${draft.id}`, change);
  expect(shown(preview)).toEqual(shown(changed));
  await story.api.post(`/invoices/${draft.id}/issue`);
  const [late, real] = [
    await post(story, `/invoices/${draft.id}/preview`, change),
    await story.api.request<Json>("PATCH", `/invoices/${draft.id}`, { body: change }),
  ];
  expect([late.status, late.body["code"], late.body["detail"]]).toEqual([409, real.body["code"], real.body["detail"]]);
});

const cancellations: readonly [string, object][] = [
  ["at the end of the period", { effective: "period_end" }],
  ["today with credit", { effective: "now", credit: "prorate", invoiceNow: true }],
  ["today, with the last invoice later", { effective: "now", credit: "prorate" }],
  ["today without credit", { effective: "now", credit: "none", invoiceNow: true }],
];

test.each(cancellations)("a cancellation %s is previewed as it then happens (R-SUB-6)", async (_, body) => {
  const story = await taxed("2026-04-01");
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "300.00")] });
  await story.advanceTo("2026-04-15T09:00");
  const before = [await story.api.get(`/subscriptions/${id}`), await story.invoices()];
  const preview = await story.api.post<CancelPreview>(`/subscriptions/${id}/cancel/preview`, body);
  expect([await story.api.get(`/subscriptions/${id}`), await story.invoices()]).toEqual(before);
  const canceled = await story.api.post(`/subscriptions/${id}/cancel`, body);
  const { updatedAt: _at, ...expected } = preview.subscription;
  expect(canceled).toMatchObject(expected);
  const invoices = (await story.invoices()).slice((before[1] as readonly object[]).length);
  expect(preview.invoices.map(shown)).toEqual(invoices.map(shown));
  const upcoming = await story.api.request<StoryInvoice>("GET", `/subscriptions/${id}/invoices/upcoming`);
  if (preview.nextInvoice === null) expect([404, 409]).toContain(upcoming.status);
  else expect(shown(preview.nextInvoice)).toEqual(shown(upcoming.body));
});

test("the preview of a cancellation today shows the credit with tax and no next invoice (R-SUB-5, R-SUB-6)", async () => {
  const story = await taxed("2026-04-01");
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "300.00")] });
  await story.advanceTo("2026-04-15T09:00");
  const body = { effective: "now", credit: "prorate", invoiceNow: true };
  const preview = await story.api.post<CancelPreview>(`/subscriptions/${id}/cancel/preview`, body);
  // April 15 is still served: 300.00 × 15/30 and 20 % tax.
  expect(preview.invoices).toMatchObject([{ subtotal: "-150.00", tax: "-30.00", total: "-180.00", number: null }]);
  expect(preview.nextInvoice).toBeNull();
  const again = await post(story, `/subscriptions/${id}/cancel/preview`, { effective: "soon" });
  expect(again.status).toBe(422);
});

test("the preview of a change shows the next invoice after it (R-SUB-4)", async () => {
  const story = await taxed("2026-04-01");
  const [base, more] = [await story.fixed("Base", "300.00"), await story.fixed("More", "600.00")];
  const { id } = await story.subscribe({ prices: [base] });
  await story.advanceTo("2026-04-15T09:00");
  const prorated = { update: [{ priceId: base, newPriceId: more }] };
  const issuing = await story.api.post<Json>(`/subscriptions/${id}/changes/preview`, prorated);
  // It issues an invoice at once, and shows the one after that.
  expect(issuing).toMatchObject({ invoice: { status: "issued" }, nextInvoice: { total: "720.00" } });
  const body = { ...prorated, proration: "none" };
  const preview = await story.api.post<Json>(`/subscriptions/${id}/changes/preview`, body);
  const next = preview["nextInvoice"] as StoryInvoice;
  expect(next).toMatchObject({ billingDate: "2026-05-01", total: "720.00" }); // 600.00 + 20 %
  await story.api.post(`/subscriptions/${id}/changes`, body);
  const upcoming = await story.api.get<StoryInvoice>(`/subscriptions/${id}/invoices/upcoming`);
  expect(shown(next)).toEqual(shown(upcoming));
});

test("the preview of a change from an earlier day shows an invoice for each billing date since (R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-09-01" });
  const base = await story.fixed("Base", "35.00", { terms: "arrears" });
  const week = await story.fixed("Week", "70.00", { every: "weekly" });
  const { id } = await story.subscribe({ prices: [base] });
  await story.advanceTo("2024-09-16T12:00");
  const change = { add: [{ priceId: week }], effective: "2024-09-02" };
  const { invoice, invoices } = await story.api.post<Pick<CancelPreview, "invoices"> & { invoice: StoryInvoice }>(
    `/subscriptions/${id}/changes/preview`,
    change,
  );
  // Weeks begin on Sundays: six of seven days from Sep 2, and two whole weeks.
  const shown = invoices.map(({ billingDate, total }) => [billingDate, total]);
  expect(shown).toEqual([
    ["2024-09-02", "60.00"],
    ["2024-09-08", "70.00"],
    ["2024-09-15", "70.00"],
  ]);
  expect(invoice).toEqual(invoices.at(-1));
  expect(await story.invoices()).toEqual([]);
  await story.api.post(`/subscriptions/${id}/changes`, change);
  const made = await story.invoices();
  expect(made.map(({ billingDate, total }) => [billingDate, total])).toEqual(shown);
});
