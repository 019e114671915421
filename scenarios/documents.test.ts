import { createHash } from "node:crypto";
import { acceptQuote, type Json, scenario, sendQuote, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { readPdf } from "../packages/documents/test/read-pdf.ts";

const svg = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><rect width="40" height="10" fill="${color}"/></svg>`;

interface Pdf {
  readonly status: number;
  readonly sha256: string;
  readonly text: string;
  readonly figures: number;
  readonly headers: Headers;
}

/** A downloaded PDF, with the hash of its bytes. */
async function pdf(story: Story, path: string, token = story.api.token, method = "GET", body?: object): Promise<Pdf> {
  const headers = {
    ...(token === "" ? {} : { Authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(story.environment.url + path, { method, headers, ...sent });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (answer.status !== 200) return { status: answer.status, sha256, text: "", figures: 0, headers: answer.headers };
  const { pages, structure } = readPdf(bytes);
  const figures = structure.match(/\/S \/Figure/g)?.length ?? 0;
  return { status: 200, sha256, text: pages.map(({ text }) => text).join(" "), figures, headers: answer.headers };
}

function putLogo(story: Story, color: string): Promise<{ status: number; body: Json }> {
  const headers = { "Content-Type": "image/svg+xml" };
  return story.api.request("PUT", "/organization/logo", { body: svg(color), headers });
}

const hasPdf = async (story: Story, id: string): Promise<unknown> =>
  (await story.api.get(`/subscriptions/${id}`))["hasPDF"];

test("a quote's PDF shows what was sent despite later changes, then who signed it (R-SUB-1, R-PDF-1)", async () => {
  const story = await scenario({ start: "2024-01-10" });
  const prices = [await story.fixed("Base", "35.00"), await story.usage("API calls", { unit: "0.02" })];
  const { id } = await story.subscribe({ prices, activate: false, name: "Team", contractStartDate: "2024-02-01" });
  const draft = await pdf(story, `/subscriptions/${id}/pdf`);
  expect(draft.text).toContain("DRAFT");
  expect(draft.headers.get("Content-Disposition")).toContain(`DRAFT-${id}.pdf`);
  expect(await hasPdf(story, id)).toBe(false);

  await putLogo(story, "#0f766e");
  const { token } = await sendQuote(story.api, id);
  expect(await hasPdf(story, id)).toBe(false);
  const sent = await pdf(story, `/quotes/${token}/pdf`, "");
  expect(sent.headers.get("Cache-Control")).toBe("no-store");
  expect(sent.headers.get("ETag")).toBe(`"${sent.sha256}"`);
  for (const printed of ["Team", "Valid until", "Base", "1 35.00 35.00", "0.02", "Fixed prices, monthly 35.00"]) {
    expect(sent.text).toContain(printed);
  }
  expect(await hasPdf(story, id)).toBe(true);
  await story.api.patch("/organization", { brandColor: "#aa0000", logoUrl: null, name: "Another name" });
  expect((await pdf(story, `/quotes/${token}/pdf`, "")).sha256).toBe(sent.sha256);
  expect((await pdf(story, `/subscriptions/${id}/pdf`)).sha256).toBe(sent.sha256);

  await acceptQuote(story.environment, token);
  const signed = await pdf(story, `/subscriptions/${id}/pdf`);
  expect(signed.text).toContain("ACCEPTED");
  expect(signed.text).toContain("Signed by Ada Byron");
  await story.api.post(`/subscriptions/${id}/activate`);
  const contract = await pdf(story, `/subscriptions/${id}/pdf`);
  expect(contract.text).toMatch(/Contract Team/);
  expect(contract.text).toContain("Signed by Ada Byron");
});

test("amounts written with an exponent are printed with all digits (R-PDF-1)", async () => {
  const story = await scenario({ start: "2024-01-10" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "35.00")], activate: false });
  await story.api.patch(`/subscriptions/${id}`, {
    discount: { discountType: "amount", amount: "75e-1", durationType: "forever" },
    minimumSpend: { amount: "5e1", period: "month" },
    maximumSpend: { amount: "1e3", period: "month" },
  });
  const draft = await pdf(story, `/subscriptions/${id}/pdf`);
  expect(draft.status).toBe(200);
  for (const printed of ["7.50", "50.00", "1,000.00"]) expect(draft.text).toContain(printed);
});

test("the PDF of an unsigned contract shows the current terms, and unknown or expired links show nothing", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "10.00")] });
  const first = await pdf(story, `/subscriptions/${id}/pdf`);
  expect(first.text).toContain("Base");
  expect((await pdf(story, `/subscriptions/${id}/pdf`)).sha256).toBe(first.sha256);
  expect(await hasPdf(story, id)).toBe(true);
  const other = await story.fixed("Other", "12.00");
  await story.api.post(`/subscriptions/${id}/changes`, { add: [{ priceId: other }] });
  expect((await pdf(story, `/subscriptions/${id}/pdf`)).text).toContain("Other");

  const quote = await story.subscribe({ prices: [other], activate: false });
  const { token } = await sendQuote(story.api, quote.id, "2024-01-02");
  expect((await pdf(story, `/quotes/${token}x/pdf`, "")).status).toBe(404);
  await story.advanceTo("2024-01-03");
  expect((await pdf(story, `/quotes/${token}/pdf`, "")).status).toBe(410);
  expect((await pdf(story, "/subscriptions/sub_none/pdf")).status).toBe(404);
});

test("an issued invoice keeps its look, and drafts follow the settings (R-PDF-1)", async () => {
  const documentTemplate = { footer: "Registered in Bristol", customFields: [{ label: "Supplier", value: "A-7741" }] };
  const story = await scenario({ start: "2024-01-01", settings: { documentTemplate } });
  await putLogo(story, "#0f766e");
  await story.subscribe({ prices: [await story.usage("API calls", { graduated: "0–10 @1, 11+ @0.5" })] });
  await story.use("api_calls", 30, "2024-01-05");
  await story.advanceTo("2024-02-02");
  const [invoice] = await story.invoices();
  const path = `/invoices/${invoice?.id}/pdf`;
  const issued = await pdf(story, path);
  // 10 × 1 + 20 × 0.5 = 20.00, by its tiers below the line.
  for (const printed of ["Registered in Bristol", "Supplier A-7741", "Tier 2", "20.00"]) {
    expect(issued.text).toContain(printed);
  }
  expect(issued.figures).toBe(1);
  await putLogo(story, "#aa0000");
  await story.api.patch("/organization", {
    documentTemplate: { layout: "compact", footer: null, customFields: [], showUsageDetail: false },
  });
  expect((await pdf(story, path)).sha256).toBe(issued.sha256);
  const preview = await pdf(story, "/document-template/preview", story.api.token, "POST", { invoiceId: invoice?.id });
  expect(preview.text).not.toMatch(/Usage detail|Registered|Supplier/);
});

test("a preview shows unsaved settings and saves nothing", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const before = await story.api.get("/organization");
  const settings = {
    logoUrl: `data:image/svg+xml;base64,${Buffer.from(svg("#0f766e")).toString("base64")}`,
    locale: "de-DE",
    documentTemplate: { layout: "classic", paper: "letter", footer: "Amtsgericht Charlottenburg" },
  };
  const shown = await pdf(story, "/document-template/preview", story.api.token, "POST", { settings });
  expect(shown.text).toContain("Rechnung SAMPLE-0001");
  expect(shown.text).toContain("Amtsgericht Charlottenburg");
  expect(shown.figures).toBe(1);
  expect((await pdf(story, "/document-template/preview", story.api.token, "POST", {})).text).toContain(
    "Invoice number",
  );
  expect(await story.api.get("/organization")).toEqual(before);
});

test("a logo is identified by its bytes, stored under its hash, and served at logoUrl", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const { body } = await putLogo(story, "#0f766e");
  expect(body["logoUrl"]).toBe(`/organization/logos/${createHash("sha256").update(svg("#0f766e")).digest("hex")}`);
  const read = await story.api.request<string>("GET", String(body["logoUrl"]));
  expect([read.status, read.headers.get("Content-Type"), read.body]).toEqual([200, "image/svg+xml", svg("#0f766e")]);
  expect(read.headers.get("Content-Security-Policy")).toContain("sandbox");
  // The shown address can be written back, and no other.
  expect((await story.api.patch("/organization", { logoUrl: body["logoUrl"] }))["logoUrl"]).toBe(body["logoUrl"]);
  const send = (type: string, sent: string | Uint8Array) =>
    story.api.request("PUT", "/organization/logo", { body: sent, headers: { "Content-Type": type } });
  const script = svg("#fff").replace("<rect", "<script>1</script><rect");
  expect(await send("image/svg+xml", script)).toMatchObject({
    status: 422,
    body: { errors: [{ code: "unsafe_svg" }] },
  });
  expect(await send("image/png", "GIF89a")).toMatchObject({
    status: 422,
    body: { errors: [{ code: "unknown_format" }] },
  });
  expect(await send("image/png", new Uint8Array(200_001))).toMatchObject({ status: 413 });
  expect(await send("image/gif", "GIF89a")).toMatchObject({ status: 415 });
  expect(await send("image/png", "")).toMatchObject({ status: 422 });
  const none = `/organization/logos/${"0".repeat(64)}`;
  expect(await story.api.request("PATCH", "/organization", { body: { logoUrl: none } })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: "/logoUrl", code: "not_found" }] },
  });
  expect((await story.api.patch("/organization", { logoUrl: null }))["logoUrl"]).toBe(null);
});

test("a received payment has a receipt with its excess and refunds (R-INV-7)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.fixed("Base", "10.00")] });
  await story.advanceTo("2024-01-02");
  const [invoice] = await story.invoices();
  const paid = { amount: "15.00", method: "bank_transfer", date: "2024-01-02" };
  const { id } = await story.api.post(`/invoices/${invoice?.id}/payments`, paid);
  const receipt = await pdf(story, `/payments/${id}/receipt`);
  // 10.00 pay the invoice, and 15.00 − 10.00 stay as credit.
  for (const printed of [
    `Invoice ${invoice?.number}`,
    "10.00 10.00",
    "Kept as account credit 5.00",
    "$15.00",
    "Bank transfer",
  ]) {
    expect(receipt.text).toContain(printed);
  }
  await story.api.post(`/payments/${id}/refunds`, { amount: "5.00", reason: "Too much" });
  expect((await pdf(story, `/payments/${id}/receipt`)).text).toContain("Refunded −5.00");
  expect((await pdf(story, "/payments/pay_none/receipt")).status).toBe(404);
});

test("an issued invoice's PDF never changes when it is paid, overdue or credited (R-PDF-1, R-INV-2)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  await story.subscribe({ prices: [await story.fixed("Base", "100")], invoicePaymentTerms: "net_7" });
  await story.advanceTo("2026-01-02");
  const [invoice] = await story.invoices();
  const issued = await pdf(story, `/invoices/${invoice?.id}/pdf`);
  expect(issued.text).toContain("1 100.00 100.00");
  expect(issued.text).toContain("Amount due $100.00");
  await story.advanceTo("2026-01-20");
  await story.api.post(`/invoices/${invoice?.id}/payments`, { amount: "40.00", method: "bank_transfer" });
  const lines = [{ lineItemId: invoice?.lineItems[0]?.id, amount: "60.00" }];
  await story.api.post("/credit-notes", { invoiceId: invoice?.id, reason: "Goodwill", lines, outcome: "apply" });
  expect((await story.invoices())[0]).toMatchObject({
    status: "paid",
    amountRemaining: "0.00",
    creditsApplied: "60.00",
  });
  const paid = await pdf(story, `/invoices/${invoice?.id}/pdf`);
  expect(paid.sha256).toBe(issued.sha256);
  expect(paid.headers.get("ETag")).toBe(`"${issued.sha256}"`);
});
