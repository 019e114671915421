import { createApi } from "@counterfoil/testkit/scenario";
import { paidStory } from "@counterfoil/testkit/stripe";
import { expect, test } from "vitest";

// R-INV-7, R-UI-2: only the holder of an invoice's link can see and pay it.

async function linked() {
  const paid = await paidStory({ start: "2024-01-01" });
  const { story } = paid;
  const lines = [{ description: "Setup", quantity: "2", unitPrice: "50.00" }];
  const body = { accountId: story.accountId, lines, paymentTerms: "net_7", autoIssue: true };
  const { id } = await story.api.post("/invoices", body);
  const link = await story.api.post(`/invoices/${id}/payment-link`);
  return { ...paid, id, link, page: `/public/invoices/${String(link["token"])}` };
}

test("a customer pays on the page with a card that requires bank authentication (R-INV-7)", async () => {
  const { story, stripe, id, link, page, environment, tellNews } = await linked();
  expect(link).toMatchObject({ expiresAt: "2024-03-31T00:00:00.000Z" }); // 90 days
  expect(link["hostedInvoiceUrl"]).toBe(`${environment.url}/invoice/${String(link["token"])}`);
  const anybody = createApi(environment.url, "");
  expect(await anybody.get(page)).toMatchObject({
    number: "INV-2024-00001",
    amountRemaining: "100.00",
    canBePaid: true,
    paymentMethods: ["online"],
    paymentTerms: "net_7",
    brand: { locale: expect.any(String), brandColor: expect.stringMatching(/^#/), logoUrl: null },
    buyer: { name: expect.any(String), address: null },
    taxes: [],
    lineItems: [{ description: "Setup", quantity: "2", totalPrice: "100.00", kind: "one_off", groupName: null }],
  });
  expect((await anybody.request("GET", `${page}/pdf`)).headers.get("Content-Type")).toBe("application/pdf");
  const begun = await anybody.post(`${page}/pay`);
  expect(begun).toMatchObject({ amount: "100.00", currency: "USD", publishableKey: "pk_test_fake" });
  expect(await anybody.post(`${page}/pay`)).toEqual(begun); // called again, the same payment
  stripe.books.payInBrowser(String(begun["clientSecret"]), "declined");
  await tellNews();
  expect(await anybody.get(page)).toMatchObject({ canBePaid: true, status: "issued" });
  stripe.books.payInBrowser(String(begun["clientSecret"]), "authentication_required");
  await tellNews();
  expect(await anybody.get(page)).toMatchObject({ canBePaid: false, status: "paid", amountRemaining: "0.00" });
  expect(await story.api.get(`/payments/${String(begun["paymentId"])}`)).toMatchObject({
    status: "succeeded",
    method: "card",
    failureCode: null,
  });
  const again = await anybody.request("POST", `${page}/pay`);
  expect(again).toMatchObject({ status: 409 });
  expect(await story.api.get(`/invoices/${id}`)).toMatchObject({ amountPaid: "100.00" });
});

test("the page shows the time zone of its dates: that of the invoice (R-TIME-2)", async () => {
  const { story } = await paidStory({ start: "2024-01-01" });
  await story.api.patch(`/accounts/${story.accountId}`, { timezone: "Pacific/Auckland" });
  const lines = [{ description: "Setup", quantity: "1", unitPrice: "50.00" }];
  const invoice = { accountId: story.accountId, lines, dueDate: "2024-01-20", autoIssue: true };
  const { id } = await story.api.post("/invoices", invoice);
  const { token } = await story.api.post(`/invoices/${id}/payment-link`);
  await story.api.patch(`/accounts/${story.accountId}`, { timezone: "UTC" });
  // Midnight of 20 January in Auckland is the 19th in most of the world.
  const dates = { dueDate: "2024-01-19T11:00:00.000Z", timezone: "Pacific/Auckland" };
  expect(await createApi(story.environment.url, "").get(`/public/invoices/${String(token)}`)).toMatchObject(dates);
  expect(await story.api.get(`/invoices/${id}`)).toMatchObject(dates);
});

test("when the amount due changes, closes the started payment and starts another (R-INV-7)", async () => {
  const { story, stripe, id, page, environment } = await linked();
  const anybody = createApi(environment.url, "");
  const first = await anybody.post(`${page}/pay`);
  await story.api.post(`/invoices/${id}/payments`, { amount: "30.00", method: "cash" });
  const second = await anybody.post(`${page}/pay`);
  expect(second).toMatchObject({ amount: "70.00" });
  expect(await story.api.get(`/payments/${String(first["paymentId"])}`)).toMatchObject({ status: "canceled" });
  expect(() => stripe.books.payInBrowser(String(first["clientSecret"]), "works")).not.toThrow();
  expect(await story.api.get(`/invoices/${id}`)).toMatchObject({ amountPaid: "30.00" });
});

test("returns 404 for a wrong token, 410 for an expired one and 409 for a manual provider (R-INV-7)", async () => {
  const { story, page, environment, id } = await linked();
  const anybody = createApi(environment.url, "");
  expect(await anybody.request("GET", `${page}x`)).toMatchObject({ status: 404 });
  const draft = await story.api.post("/invoices", {
    accountId: story.accountId,
    lines: [{ description: "A", unitPrice: "1" }],
  });
  expect(await story.api.request("POST", `/invoices/${draft.id}/payment-link`)).toMatchObject({ status: 409 });
  const past = { body: { expiresAt: "2023-12-31" } };
  expect(await story.api.request("POST", `/invoices/${id}/payment-link`, past)).toMatchObject({ status: 422 });
  await story.api.patch("/payment-settings", { provider: "manual" });
  expect(await anybody.get(page)).toMatchObject({ canBePaid: false });
  expect(await anybody.request("POST", `${page}/pay`)).toMatchObject({ status: 409 });
  await story.advanceTo("2024-04-01");
  for (const request of [`GET ${page}`, `GET ${page}/pdf`, `POST ${page}/pay`]) {
    const [method = "", path = ""] = request.split(" ");
    expect(await anybody.request(method, path)).toMatchObject({ status: 410, body: { code: "link_expired" } });
  }
});
