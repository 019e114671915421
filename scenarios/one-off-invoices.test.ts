import { scenario, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("a one-off invoice of three lines is edited, issued, and due by its own terms (R-INV-4)", async () => {
  const story = await scenario({ start: "2024-05-06", zone: "Europe/Berlin" });
  const product = await story.api.post("/products", {
    name: "Consulting",
    feeType: "fixed",
    billingFrequency: "one-off",
  });
  const created = await story.api.post<StoryInvoice & { isEditable: boolean }>("/invoices", {
    accountId: story.accountId,
    lineItems: [
      { description: "Workshop", quantity: "2", unitPrice: "750.00", productId: product.id },
      { description: "Travel", unitPrice: "123.455" },
      {
        description: "Data import",
        quantity: "1500",
        unitPrice: "0.0033",
        servicePeriod: { start: "2024-04-01", end: "2024-05-01" },
      },
    ],
    purchaseOrderNumber: "PO-77",
    memo: "Order {PurchaseOrderNumber}, due {DueDate}: {Total} {Currency}",
    paymentTerms: "net_15",
  });
  expect(created).toMatchObject({ status: "draft", number: null, subscriptionId: null, purchaseOrderNumber: "PO-77" });
  expect(created.lineItems.map((line) => (line as unknown as { isEditable: boolean }).isEditable)).toEqual([
    true,
    true,
    true,
  ]);
  expect([created]).toEqualInvoices(`
    2024-05-06 draft  2024-05-06 → 2024-05-07  Workshop       2 × 750.00   1500.00
                      2024-05-06 → 2024-05-07  Travel         1 × 123.455   123.46   // half away from zero
                      2024-04-01 → 2024-05-01  Data import  1500 × 0.0033     4.95
                                                                    total  1628.41
  `);
  const [workshop, , dataImport] = created.lineItems;
  const patched = await story.api.patch<StoryInvoice>(`/invoices/${created.id}`, {
    lineItems: [
      { id: workshop?.id, description: "Workshop in May", quantity: "3", unitPrice: "750.00" },
      { id: dataImport?.id, description: "Data import", quantity: "1500", unitPrice: "0.0033" },
      { description: "Discount", unitPrice: "-50" },
    ],
  });
  expect([patched]).toEqualInvoices(`
    2024-05-06 draft  2024-05-06 → 2024-05-07  Workshop in May  3 × 750.00   2250.00
                      2024-05-06 → 2024-05-07  Data import   1500 × 0.0033      4.95
                      2024-05-06 → 2024-05-07  Discount        1 × -50.00     -50.00
                                                                      total  2204.95
  `);
  await story.advanceTo("2024-05-08");
  const issued = await story.api.post<StoryInvoice>(`/invoices/${created.id}/issue`);
  expect(issued).toMatchObject({
    status: "issued",
    number: "INV-2024-00001",
    dueDate: "2024-05-22T22:00:00.000Z", // May 8 and 15 days, at midnight in Berlin
    memo: "Order PO-77, due May 23, 2024: 2204.95 USD",
  });
  expect(issued.lineItems.map((line) => (line as unknown as { isEditable: boolean }).isEditable)).toEqual([
    false,
    false,
    false,
  ]);
  const pdf = await story.api.request<string>("GET", `/invoices/${created.id}/pdf`);
  expect(pdf.status).toBe(200);
  await story.advanceTo("2024-06-20");
  expect(await story.api.get(`/invoices/${created.id}`)).toMatchObject({ status: "overdue" });
});

test("autoIssue issues a one-off invoice in the same call with its due date (R-INV-4)", async () => {
  const story = await scenario({ start: "2024-05-06", settings: { zeroAmountInvoices: "skip" } });
  const lines = [{ description: "Setup", unitPrice: "10.00" }];
  const answer = await story.api.request("POST", "/invoices", {
    body: { accountId: story.accountId, currency: "EUR", lines, autoIssue: true, dueDate: "2024-05-10" },
  });
  expect(answer).toMatchObject({
    status: 201,
    body: { status: "issued", currency: "EUR", number: "INV-2024-00001", dueDate: "2024-05-10T00:00:00.000Z" },
  });
  expect(answer.headers.get("Location")).toBe(`/invoices/${answer.body.id}`);
  const free = { accountId: story.accountId, lines: [{ description: "Gift", unitPrice: "0" }], autoIssue: true };
  // Nothing is due, so it is paid. The setting for invoices of zero applies only to billing.
  expect(await story.api.post("/invoices", free)).toMatchObject({ status: "paid", number: "INV-2024-00002" });
});

test("a manual line on a subscription's draft gets no discount and counts for no limit (R-INV-4, R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01", graceHours: 24 });
  const half = { discountType: "percentage", amount: "50", durationType: "forever" };
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })], discount: half });
  await story.use("api_calls", 10, "2024-01-15");
  await story.advanceTo("2024-02-01T06:00");
  const [draft] = await story.invoices();
  const path = `/invoices/${draft?.id}`;
  const change = {
    lineItems: [{ description: "Help desk", unitPrice: "30" }],
    memo: "PO {PurchaseOrderNumber}",
    purchaseOrderNumber: "P-1",
  };
  expect(await story.api.patch(path, change)).toMatchObject({ total: "35.00", memo: "PO {PurchaseOrderNumber}" });
  const usage = draft?.lineItems[0];
  const refused = await story.api.request("PATCH", path, {
    body: { lineItems: [{ id: usage?.id, description: "Cheaper", unitPrice: "0" }] },
  });
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: "/lineItems/0/id", code: "not_editable" }] },
  });
  await story.use("api_calls", 4, "2024-01-20");
  await story.advanceTo("2024-02-03");
  const [issued] = await story.invoices();
  expect(issued).toMatchObject({ memo: "PO P-1", purchaseOrderNumber: "P-1" });
  expect([issued]).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls      14 × 1.00  14.00
                2024-01-01 → 2024-02-01  Discount 50 %             -7.00
                2024-02-01 → 2024-02-02  Help desk      1 × 30.00  30.00
                                                            total  37.00
  `);
});
