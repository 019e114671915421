import { createHash } from "node:crypto";
import { DocumentError } from "@counterfoil/documents";
import {
  type BookDifference,
  type Context,
  renderInvoicePdf,
  renderReceiptPdf,
  renderSubscriptionPdf,
  type VerifiedBooks,
  verifyBooks,
} from "@counterfoil/service";
import { acceptQuote, environment, type Json, scenario, sendQuote, type Story } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPdf } from "../packages/documents/test/read-pdf.ts";

// R-PDF-1: a document that was served once keeps its bytes, whatever a later release draws.

let owner: pg.Client;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: (await environment()).database.ownerUrl });
  await owner.connect();
});
afterAll(() => owner.end());

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const textOf = (bytes: Uint8Array): string =>
  readPdf(bytes)
    .pages.map(({ text }) => text)
    .join(" ");

async function get(story: Story, path: string): Promise<Buffer> {
  const headers = { Authorization: `Bearer ${story.api.token}` };
  const answer = await fetch(story.environment.url + path, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([path, answer.status, answer.headers.get("ETag")]).toEqual([path, 200, `"${sha256(bytes)}"`]);
  return bytes;
}

/** The platform as another release, whose documents have other bytes that name it. */
function release(story: Story, name: string, onDrawn: () => Promise<void> = async () => {}): Context {
  const { ports } = story.environment;
  const marked =
    <Rest extends unknown[]>(draw: (...rest: Rest) => Promise<Uint8Array>) =>
    async (...rest: Rest): Promise<Uint8Array> => {
      const bytes = await draw(...rest);
      await onDrawn();
      return Buffer.concat([bytes, Buffer.from(`% ${name}\n`)]);
    };
  const documents = {
    ...ports.documents,
    renderInvoice: marked(ports.documents.renderInvoice),
    renderCreditNote: marked(ports.documents.renderCreditNote),
    renderQuote: marked(ports.documents.renderQuote),
    renderReceipt: marked(ports.documents.renderReceipt),
  };
  const actor = { type: "command", id: "release" } as const;
  return { ...ports, documents, organizationId: story.organizationId, actor, requestId: null };
}

async function verified(story: Story): Promise<VerifiedBooks & { told: BookDifference[] }> {
  const told: BookDifference[] = [];
  const context = release(story, "verifies");
  const books = await verifyBooks(context, { from: null, to: null, onDifference: (one) => void told.push(one) });
  return { ...books, told };
}

async function stored(story: Story): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    "select kind || ' ' || split_part(state, ' ', 1) as name from stored_document where organization_id = $1 order by kind, created_at",
    [story.organizationId],
  );
  return rows.map(({ name }) => name);
}

const change = (story: Story, id: string, settings: string) =>
  owner.query(`update stored_document set ${settings} where organization_id = $1 and object_id = $2`, [
    story.organizationId,
    id,
  ]);

/** An organization with one issued invoice of 100.00. */
async function shop(): Promise<{ story: Story; invoice: Json }> {
  const story = await scenario({ start: "2026-01-01" });
  await story.subscribe({ prices: [await story.fixed("Base", "100")], invoicePaymentTerms: "net_7" });
  await story.advanceTo("2026-01-02");
  const [invoice] = await story.invoices();
  return { story, invoice: await story.api.get(`/invoices/${invoice?.id}`) };
}

test("stored documents do not change after a release with another template, and the API has their hashes", async () => {
  const { story, invoice } = await shop();
  const { id } = invoice;
  expect(invoice["pdfSha256"]).toBe(null);
  const issued = await get(story, `/invoices/${id}/pdf`);
  expect(await story.api.get(`/invoices/${id}`)).toMatchObject({
    pdfSha256: sha256(issued),
    voidPdfSha256: null,
    earlierPdfSha256: null,
  });

  const payment = await story.api.post(`/invoices/${id}/payments`, { amount: "100.00", method: "bank_transfer" });
  const receipt = await get(story, `/payments/${payment.id}/receipt`);
  expect((await story.api.get(`/payments/${payment.id}`))["receiptSha256"]).toBe(sha256(receipt));
  const lines = [{ lineItemId: (invoice["lineItems"] as Json[])[0]?.id, amount: "10.00" }];
  const note = await story.api.post("/credit-notes", { invoiceId: id, reason: "Goodwill", lines, outcome: "refund" });
  const credit = await get(story, `/credit-notes/${note.id}/pdf`);
  expect((await story.api.get(`/credit-notes/${note.id}`))["pdfSha256"]).toBe(sha256(credit));
  // The note's refund creates another receipt; the first one stays stored.
  const refunded = await get(story, `/payments/${payment.id}/receipt`);
  expect(textOf(refunded)).toContain("Refunded −10.00");
  expect((await story.api.get(`/payments/${payment.id}`))["receiptSha256"]).toBe(sha256(refunded));

  const quote = await story.subscribe({ prices: [await story.fixed("Other", "5")], activate: false });
  const { token } = await sendQuote(story.api, quote.id);
  const sent = await get(story, `/quotes/${token}/pdf`);
  expect((await story.api.get(`/subscriptions/${quote.id}`))["pdfSha256"]).toBe(sha256(sent));

  const next = release(story, "2");
  const { token: link } = await story.api.post<{ token: string }>(`/invoices/${id}/payment-link`);
  const portal = await story.api.post<{ token: string }>(`/accounts/${story.accountId}/portal-link`);
  for (const bytes of [
    (await renderInvoicePdf(next, id)).bytes,
    await get(story, `/invoices/${id}/pdf?as=issued`),
    await get(story, `/public/invoices/${link}/pdf`),
    await get(story, `/public/portal/${portal.token}/invoices/${id}/pdf`),
  ]) {
    expect(sha256(bytes)).toBe(sha256(issued));
  }
  expect((await renderReceiptPdf(next, payment.id)).sha256).toBe(sha256(refunded));
  expect((await renderSubscriptionPdf(next, quote.id)).sha256).toBe(sha256(sent));
  await acceptQuote(story.environment, token);
  const signed = await renderSubscriptionPdf(next, quote.id);
  expect(Buffer.from(signed.bytes).toString("latin1")).toContain("% 2\n");
  expect(sha256(await get(story, `/subscriptions/${quote.id}/pdf`))).toBe(signed.sha256);
  expect(await stored(story)).toEqual([
    "credit_note issued",
    "invoice issued",
    "quote sent",
    "quote accepted",
    "receipt refunded",
    "receipt refunded",
  ]);
  expect(await verified(story)).toMatchObject({ told: [], documents: 6, documentsRedrawn: 0, differences: 0 });
});

test("a void invoice is marked VOID, and the issued document stays available", async () => {
  const { story, invoice } = await shop();
  const { id } = invoice;
  const issued = await get(story, `/invoices/${id}/pdf`);
  await story.api.post(`/invoices/${id}/void`, { reason: "Wrong" });
  const marked = await get(story, `/invoices/${id}/pdf`);
  expect(textOf(marked)).toContain("VOID");
  expect(sha256(await get(story, `/invoices/${id}/pdf?as=issued`))).toBe(sha256(issued));
  expect((await renderInvoicePdf(release(story, "2"), id)).sha256).toBe(sha256(marked));
  expect(await story.api.get(`/invoices/${id}`)).toMatchObject({
    pdfSha256: sha256(issued),
    voidPdfSha256: sha256(marked),
  });
});

test("an invoice voided before its first drawing still has a document as issued", async () => {
  const { story, invoice } = await shop();
  await story.api.post(`/invoices/${invoice.id}/void`, { reason: "Wrong", rebill: true });
  const issued = textOf(await get(story, `/invoices/${invoice.id}/pdf?as=issued`));
  expect(issued).toContain("Amount due $100.00");
  expect(issued).not.toContain("VOID");
  const again = await story.api.get(`/invoices/${invoice.id}`);
  expect(again["voidPdfSha256"]).toBe(null);
  const draft = await story.api.get(`/invoices/${String(again["replacedByInvoiceId"])}`);
  expect([draft["pdfSha256"], draft["voidPdfSha256"]]).toEqual([null, null]);
});

test("drafts, previews and unsigned contracts are drawn each time and never stored", async () => {
  const { story, invoice } = await shop();
  const draft = await story.api.post("/invoices", {
    accountId: story.accountId,
    lineItems: [{ description: "Work", unitPrice: "10" }],
  });
  expect(textOf(await get(story, `/invoices/${draft.id}/pdf`))).toContain("DRAFT");
  expect((await story.api.request("GET", `/invoices/${draft.id}/pdf?as=issued`)).status).toBe(409);
  await get(story, `/subscriptions/${String(invoice["subscriptionId"])}/pdf`);
  await story.api.request("POST", "/document-template/preview", { body: { invoiceId: invoice.id } });
  expect(await stored(story)).toEqual([]);
});

test("two processes that draw a document concurrently return the same one", async () => {
  const { story, invoice } = await shop();
  let waiting = 0;
  let open = () => {};
  const bothDrew = new Promise<void>((resolve) => (open = resolve));
  const together = () => {
    waiting += 1;
    if (waiting === 2) open();
    return bothDrew;
  };
  const [one, other] = await Promise.all([
    renderInvoicePdf(release(story, "one", together), invoice.id),
    renderInvoicePdf(release(story, "other", together), invoice.id),
  ]);
  expect(one.sha256).toBe(other.sha256);
  expect(sha256(await get(story, `/invoices/${invoice.id}/pdf`))).toBe(one.sha256);
  expect((await story.api.get(`/invoices/${invoice.id}`))["pdfSha256"]).toBe(one.sha256);
  expect(await stored(story)).toEqual(["invoice issued"]);
});

test("verify names a document with changed bytes or hash, and it is not served", async () => {
  const { story, invoice } = await shop();
  const { id } = invoice;
  const issued = await get(story, `/invoices/${id}/pdf`);
  const paid = await story.api.post(`/invoices/${id}/payments`, { amount: "100.00", method: "cash" });
  const receipt = await get(story, `/payments/${paid.id}/receipt`);

  await change(story, id, "bytes = bytes || 'x'");
  await change(story, paid.id, "bytes = bytes || 'x'");
  const other = sha256(Buffer.concat([issued, Buffer.from("x")]));
  expect((await verified(story)).told).toEqual([
    {
      invoiceId: id,
      invoiceNumber: invoice["number"],
      lineId: null,
      member: "PDF",
      billed: `bytes with sha256:${other}`,
      computed: `sha256:${sha256(issued)} by its stored hash`,
    },
    expect.objectContaining({
      member: `receipt of ${paid.id} (refunded 0)`,
      computed: `sha256:${sha256(receipt)} by its stored hash`,
    }),
  ]);
  const refused = await story.api.request("GET", `/invoices/${id}/pdf`);
  expect([refused.status, refused.body["code"]]).toEqual([500, "document_damaged"]);
  expect(String(refused.body["detail"])).toContain(`invoice ${id}`);

  // Both are changed, but the invoice still has its hash.
  await change(story, id, "sha256 = encode(sha256(bytes), 'hex')");
  expect((await verified(story)).told).toMatchObject([
    { member: `receipt of ${paid.id} (refunded 0)` },
    { member: "PDF", billed: `sha256:${other}`, computed: `sha256:${sha256(issued)} by its record` },
  ]);
  await owner.query("delete from stored_document where organization_id = $1", [story.organizationId]);
  expect((await verified(story)).told).toMatchObject([{ member: "PDF", billed: "gone" }]);
  // A drawing with the same bytes repairs it; one with other bytes does not replace it.
  await expect(renderInvoicePdf(release(story, "2"), id)).rejects.toMatchObject({ code: "document_damaged" });
  expect(await stored(story)).toEqual([]);
  expect(sha256(await get(story, `/invoices/${id}/pdf`))).toBe(sha256(issued));
  expect((await verified(story)).told).toEqual([]);
});

test("a document of which an earlier release stored only the hash is drawn again and reported if it differs", async () => {
  const { story, invoice } = await shop();
  const { id } = invoice;
  const note = async (hash: string) => owner.query("update invoice set pdf_sha256 = $2 where id = $1", [id, hash]);
  await note("a".repeat(64));
  expect(await story.api.get(`/invoices/${id}`)).toMatchObject({ pdfSha256: null, earlierPdfSha256: "a".repeat(64) });
  const issued = await get(story, `/invoices/${id}/pdf`);
  expect(await story.api.get(`/invoices/${id}`)).toMatchObject({
    pdfSha256: sha256(issued),
    earlierPdfSha256: "a".repeat(64),
  });
  expect(await verified(story)).toMatchObject({ documents: 1, documentsRedrawn: 1, differences: 0 });
  await note(sha256(issued));
  expect((await story.api.get(`/invoices/${id}`))["earlierPdfSha256"]).toBe(null);
  expect(await verified(story)).toMatchObject({ documents: 1, documentsRedrawn: 0, differences: 0 });
});

test("a missing font returns an error that names it, and nothing is stored", async () => {
  const { story, invoice } = await shop();
  const { ports } = story.environment;
  const missing = "font files cannot be used: NotoSansJP_400Regular.ttf is missing";
  const fail = () => Promise.reject(new DocumentError("document_fonts_unusable", missing));
  const context = { ...release(story, "2"), documents: { ...ports.documents, renderInvoice: fail } };
  await expect(renderInvoicePdf(context, invoice.id)).rejects.toMatchObject({
    code: "documents_unavailable",
    status: 503,
    message: expect.stringContaining(missing) as string,
  });
  expect(await stored(story)).toEqual([]);
  expect((await story.api.get(`/invoices/${invoice.id}`))["pdfSha256"]).toBe(null);
});

test("the server's role can neither change nor remove stored documents", async () => {
  const { story, invoice } = await shop();
  await get(story, `/invoices/${invoice.id}/pdf`);
  for (const statement of ["update stored_document set bytes = ''", "delete from stored_document"]) {
    const attempt = story.environment.ports.database.transaction(story.organizationId, (tx) => tx.sql(statement));
    await expect(attempt).rejects.toThrow("permission denied for table stored_document");
  }
});

test("an erasure removes documents that name signers, and keeps issued ones", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "100")], activate: false });
  const { token } = await sendQuote(story.api, id);
  await acceptQuote(story.environment, token);
  await story.api.post(`/subscriptions/${id}/activate`);
  expect(textOf(await get(story, `/subscriptions/${id}/pdf`))).toContain("Ada Byron");
  const [invoice] = await story.invoices();
  const paid = await story.api.post(`/invoices/${invoice?.id}/payments`, { amount: "100.00", method: "cash" });
  await story.act(id, "cancel", { reason: "other", effective: "now", credit: "none" });
  await story.advanceTo("2026-02-02");
  const issued = await get(story, `/invoices/${invoice?.id}/pdf`);
  await get(story, `/payments/${paid.id}/receipt`);

  // An erasure while the document is drawn: a document that names the signer is not stored afterwards.
  await owner.query("delete from stored_document where organization_id = $1 and kind = 'quote'", [
    story.organizationId,
  ]);
  const erase = async () => void (await story.api.post(`/accounts/${story.accountId}/erase`));
  await renderSubscriptionPdf(release(story, "late", erase), id);
  expect(await stored(story)).toEqual(["invoice issued", "receipt refunded"]);
  expect(sha256(await get(story, `/invoices/${invoice?.id}/pdf`))).toBe(sha256(issued));
  expect(await story.api.get(`/subscriptions/${id}`)).toMatchObject({ hasPDF: false, pdfSha256: null });
  expect((await verified(story)).told).toEqual([]);
});
