import { type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { readPdf } from "../packages/documents/test/read-pdf.ts";

// R-PDF-1: any script is printed, and unprintable characters are reported instead of replaced.

async function pdf(story: Story, path: string): Promise<{ status: number; text: string; problem: Json | null }> {
  const headers = { Authorization: `Bearer ${story.api.token}` };
  const answer = await fetch(story.environment.url + path, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) return { status: answer.status, text: "", problem: JSON.parse(bytes.toString()) as Json };
  const pages = readPdf(bytes).pages.map(({ text }) => text);
  return { status: answer.status, text: pages.join("").replaceAll(/\s/g, ""), problem: null };
}

async function invoiceOf(name: string): Promise<{ story: Story; invoice: Json }> {
  const story = await scenario({ start: "2026-01-01" });
  await story.api.patch(`/accounts/${story.accountId}`, { name });
  await story.subscribe({ prices: [await story.fixed("Base 🚀", "100")], invoicePaymentTerms: "net_7" });
  await story.advanceTo("2026-01-02");
  const [invoice] = await story.invoices();
  return { story, invoice: await story.api.get(`/invoices/${invoice?.id}`) };
}

test("customers in Bangkok, Tbilisi and Dhaka are printed by name, and emoji are printed", async () => {
  const names = ["บริษัท สยาม จำกัด", "შპს თბილისი", "ՍՊԸ Երևան", "சென்னை", "ဗမာ"];
  const { story, invoice } = await invoiceOf(names.join(" / "));
  const { status, text } = await pdf(story, `/invoices/${invoice.id}/pdf`);
  expect(status).toBe(200);
  for (const name of [...names, "Base 🚀"]) expect(text).toContain(name.replaceAll(" ", ""));
  expect(text).not.toContain("\uFFFD");
});

test("an invoice with an unprintable character is issued, and its PDF is refused with the character and the field", async () => {
  const { story, invoice } = await invoiceOf("Uruk 𒀀 Ltd");
  expect(invoice).toMatchObject({ status: "issued", number: expect.any(String) as string });
  const path = `/invoices/${invoice.id}/pdf`;
  expect(await pdf(story, path)).toMatchObject({
    status: 422,
    problem: {
      code: "document_undrawable",
      detail: expect.stringContaining('/buyer/name: no font has "𒀀" (U+12000)') as string,
      errors: [{ pointer: "/buyer/name", code: "undrawable" }],
    },
  });
  // Nothing was stored, so no wrong document is served later.
  expect((await story.api.get(`/invoices/${invoice.id}`))["pdfSha256"]).toBe(null);

  const payment = await story.api.post(`/invoices/${invoice.id}/payments`, { amount: "100.00", method: "cash" });
  expect(await pdf(story, `/payments/${payment.id}/receipt`)).toMatchObject({ status: 422 });
  expect((await story.api.get(`/payments/${payment.id}`))["receiptSha256"]).toBe(null);

  // The next invoice has the corrected name.
  await story.api.patch(`/accounts/${story.accountId}`, { name: "Uruk Ltd" });
  await story.advanceTo("2026-02-02");
  const next = (await story.invoices()).find(({ id }) => id !== invoice.id);
  expect(await pdf(story, `/invoices/${next?.id}/pdf`)).toMatchObject({ status: 200 });
  expect(await pdf(story, path)).toMatchObject({ status: 422 });
});
