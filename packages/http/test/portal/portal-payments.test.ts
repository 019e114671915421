import { createApi, type Json } from "@counterfoil/testkit/scenario";
import { paidStory } from "@counterfoil/testkit/stripe";
import { expect, test } from "vitest";

// R-UI-2, R-INV-7: in the portal a customer pays all open invoices of a currency at once, and gets the receipts.

interface Together extends Json {
  readonly total: string;
  readonly furtherCount: number;
  readonly invoices: readonly (Json & { payment: { paymentId: string; clientSecret: string } | null })[];
}

async function opened() {
  const paid = await paidStory({ start: "2024-01-01" });
  const { story, environment } = paid;
  const owe = async (amount: string, terms: object = {}) => {
    const lines = [{ description: "Setup", unitPrice: amount }];
    const body = { accountId: story.accountId, lines, autoIssue: true, ...terms };
    return (await story.api.post("/invoices", body)).id;
  };
  const link = await story.api.post(`/accounts/${story.accountId}/portal-link`);
  return { ...paid, owe, anybody: createApi(environment.url, ""), page: `/public/portal/${String(link["token"])}` };
}

test("pays all open invoices of a currency: one payment and one receipt each (R-UI-2)", async () => {
  const { story, stripe, owe, anybody, page, tellNews } = await opened();
  const later = await owe("40.00", { paymentTerms: "net_30" });
  const sooner = await owe("25.50", { paymentTerms: "net_7" });
  await owe("900.00", { currency: "EUR" });
  await story.api.post("/invoices", { accountId: story.accountId, lines: [{ description: "Draft", unitPrice: "7" }] });
  await story.api.post(`/invoices/${later}/payments`, { amount: "10.00", method: "cash" });
  // 25.50 + 40.00 − 10.00. The only invoice in euros has its own page.
  expect(await anybody.get(page)).toMatchObject({
    payableTogether: [{ currency: "USD", invoiceCount: 2, total: "55.50", furtherCount: 0 }],
    payments: [{ amount: "10.00", receiptNumber: "REC-2024-00001", invoiceNumber: "INV-2024-00001" }],
  });
  const begun = await anybody.post<Together>(`${page}/payments`, { currency: "USD" });
  expect(begun).toMatchObject({
    currency: "USD",
    total: "55.50",
    publishableKey: "pk_test_fake",
    furtherCount: 0,
    invoices: [
      { invoiceId: sooner, amount: "25.50", formAmount: 2550, problem: null },
      { invoiceId: later, amount: "30.00", formAmount: 3000, problem: null },
    ],
  });
  expect(await anybody.post(`${page}/payments`, { currency: "USD" })).toEqual(begun); // the same payments
  const [first, second] = begun.invoices.map(({ payment }) => payment?.clientSecret ?? "");
  stripe.books.payInBrowser(first!, "works");
  stripe.books.payInBrowser(second!, "declined");
  await tellNews();
  expect(await story.api.get(`/invoices/${sooner}`)).toMatchObject({ status: "paid", amountRemaining: "0.00" });
  expect(await story.api.get(`/invoices/${later}`)).toMatchObject({ status: "issued", amountRemaining: "30.00" });
  // A single invoice is left, which has its own payment page.
  const seen = await anybody.get<Json & { payments: Json[] }>(page);
  expect(seen).toMatchObject({ payableTogether: [] });
  const card = seen.payments.find(({ method }) => method === "card");
  expect(card).toMatchObject({ amount: "25.50", receiptNumber: "REC-2024-00002", refundedAmount: "0.00" });
  const receipt = await anybody.request("GET", page + String(card?.["receiptPath"]));
  expect(receipt).toMatchObject({ status: 200 });
  expect(receipt.headers.get("Content-Type")).toBe("application/pdf");
  expect(receipt.headers.get("Content-Disposition")).toContain("REC-2024-00002");
});

test("starts payments for the 20 invoices that are due first, and says how many are left (R-UI-2)", async () => {
  const { owe, anybody, page } = await opened();
  for (let n = 1; n <= 22; n += 1) await owe(`${n}.00`, { dueDate: `2024-02-${String(n).padStart(2, "0")}` });
  // 1 + … + 20
  const together = { currency: "USD", total: "210.00", furtherCount: 2 };
  expect(await anybody.get(page)).toMatchObject({ payableTogether: [{ ...together, invoiceCount: 20 }] });
  const begun = await anybody.post<Together>(`${page}/payments`, { currency: "USD" });
  expect(begun).toMatchObject(together);
  expect(begun.invoices.map(({ amount }) => amount)).toEqual(Array.from({ length: 20 }, (_, n) => `${n + 1}.00`));
});

test("an invoice that the provider cannot take does not stop the others (R-UI-2)", async () => {
  const { story, stripe, owe, anybody, page } = await opened();
  await owe("10.00", { paymentTerms: "net_7" });
  const lost = await owe("20.00", { paymentTerms: "net_15" });
  await owe("30.00", { paymentTerms: "net_30" });
  // The customer opened this invoice's page earlier, and the response to the call was lost.
  const { token } = await story.api.post(`/invoices/${lost}/payment-link`);
  stripe.faults.push({ path: "/v1/payment_intents", kind: "call_lost" });
  stripe.faults.push({ path: "/v1/payment_intents", kind: "call_lost" });
  expect(await anybody.request("POST", `/public/invoices/${String(token)}/pay`)).toMatchObject({ status: 503 });
  const begun = await anybody.post<Together>(`${page}/payments`, { currency: "USD" });
  expect(begun).toMatchObject({
    total: "40.00",
    invoices: [{ problem: null }, { invoiceId: lost, payment: null, formAmount: null }, { problem: null }],
  });
  expect(begun.invoices[1]?.["problem"]).toContain("in progress");
});

test("refuses an unknown link, a currency without open invoices, and receipts of other accounts (R-UI-2)", async () => {
  const { story, owe, anybody, page } = await opened();
  await owe("10.00");
  const body = { currency: "USD" };
  expect(await anybody.request("POST", `${page}x/payments`, { body })).toMatchObject({ status: 404 });
  const none = await anybody.request("POST", `${page}/payments`, { body: { currency: "EUR" } });
  expect(none).toMatchObject({ status: 409, body: { code: "state_conflict" } });
  const other = await story.account({ name: "Other" });
  const lines = [{ description: "Theirs", unitPrice: "5.00" }];
  const theirs = await story.api.post("/invoices", { accountId: other, lines, autoIssue: true });
  const paid = await story.api.post(`/invoices/${theirs.id}/payments`, { amount: "5.00", method: "cash" });
  expect(await anybody.request("GET", `${page}/payments/${paid.id}/receipt`)).toMatchObject({ status: 404 });
  await story.api.patch("/payment-settings", { provider: "manual" });
  expect(await anybody.request("POST", `${page}/payments`, { body })).toMatchObject({ status: 409 });
});
