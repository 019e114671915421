import { bookDifferences, type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { expect, test } from "vitest";
import { readPdf } from "../packages/documents/test/read-pdf.ts";

// R-INV-3, R-INV-7: receipts have numbers without gaps, in their own series.

/** Lets a worker send mails. */
const SLOWLY = { timeout: 30_000 };

/** Monthly invoices of 100.00. */
async function shop(months: number): Promise<{ story: Story; invoiceIds: string[] }> {
  const story = await scenario({ start: "2026-01-01" });
  await story.api.patch(`/accounts/${story.accountId}`, { billingEmail: "ap@buyer.example" });
  await story.subscribe({ prices: [await story.fixed("Base", "100")], sendReceiptsToCustomer: true });
  await story.advanceTo(`2026-${String(months).padStart(2, "0")}-02`);
  return { story, invoiceIds: (await story.invoices()).map(({ id }) => id) };
}

const pay = (story: Story, invoiceId: string | undefined, more: object = {}) =>
  story.api.post(`/invoices/${invoiceId}/payments`, { amount: "10.00", method: "bank_transfer", ...more });

async function receiptOf(story: Story, payment: Json): Promise<{ text: string; file: string | null }> {
  const headers = { Authorization: `Bearer ${story.api.token}` };
  const answer = await fetch(`${story.environment.url}/payments/${payment.id}/receipt`, { headers });
  expect(answer.status).toBe(200);
  const { pages } = readPdf(Buffer.from(await answer.arrayBuffer()));
  return { text: pages.map(({ text }) => text).join(" "), file: answer.headers.get("Content-Disposition") };
}

test("a payment's number is in the API, on its receipt and in its mail, and a refused payment uses none", async () => {
  const { story, invoiceIds } = await shop(1);
  const [invoiceId] = invoiceIds;
  const first = await pay(story, invoiceId, { externalId: "bank-1" });
  expect(first["receiptNumber"]).toBe("REC-2026-00001");
  const body = { amount: "10.00", method: "bank_transfer", externalId: "bank-1" };
  expect((await story.api.request("POST", `/invoices/${invoiceId}/payments`, { body })).status).toBe(409);
  const second = await pay(story, invoiceId);
  expect(await story.api.get(`/payments/${second.id}`)).toMatchObject({ receiptNumber: "REC-2026-00002" });

  const receipt = await receiptOf(story, second);
  expect(receipt.text).toContain("Receipt number REC-2026-00002");
  expect(receipt.file).toContain("REC-2026-00002.pdf");
  // A refund creates another document of the same receipt.
  await story.api.post(`/payments/${second.id}/refunds`, { amount: "4.00", reason: "Goodwill" });
  expect((await receiptOf(story, second)).text).toContain("Receipt number REC-2026-00002");

  const receipts = async () => {
    const { items } = await story.api.get<{ items: Json[] }>("/mails?limit=100&sort=id:asc");
    return items.filter(({ kind, status }) => kind === "receipt" && status === "caught");
  };
  await expect.poll(async () => (await receipts()).length, SLOWLY).toBe(2);
  const mail = await story.api.get(`/mails/${(await receipts())[0]?.id}`);
  expect(String(mail["text"])).toContain("Receipt number: REC-2026-00001");
  expect(mail["attachments"]).toMatchObject([{ fileName: "REC-2026-00001.pdf" }]);
});

test("concurrent payments get every number once", async () => {
  const { story, invoiceIds } = await shop(6);
  expect(invoiceIds).toHaveLength(6);
  const payments = await Promise.all(invoiceIds.flatMap((id) => [pay(story, id), pay(story, id)]));
  const numbers = payments.map(({ receiptNumber }) => String(receiptNumber)).toSorted();
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, at) => `REC-2026-${String(at + 1).padStart(5, "0")}`));
});

test("the receipt format is a setting, and one without a sequence is refused", async () => {
  const { story, invoiceIds } = await shop(1);
  await pay(story, invoiceIds[0]);
  const changed = await story.api.patch("/organization", { receiptNumberFormat: "R{YY}{SEQ:4}" });
  expect(changed["receiptNumberFormat"]).toBe("R{YY}{SEQ:4}");
  expect((await pay(story, invoiceIds[0]))["receiptNumber"]).toBe("R260002");
  const refused = await story.api.request("PATCH", "/organization", { body: { receiptNumberFormat: "R" } });
  expect(refused.status).toBe(422);
  expect(refused.body["errors"]).toMatchObject([{ pointer: "/receiptNumberFormat", code: "no_sequence" }]);
});

test("an older receipt has no number, and verify finds a missing one", async () => {
  const { story, invoiceIds } = await shop(1);
  const payments = [await pay(story, invoiceIds[0]), await pay(story, invoiceIds[0]), await pay(story, invoiceIds[0])];
  const [earlier, , latest] = payments;
  if (earlier === undefined) throw new Error("there is no payment");
  const owner = new pg.Client({ connectionString: story.environment.database.ownerUrl });
  await owner.connect();
  const forget = (payment: Json | undefined) =>
    owner.query(
      `update payment set receipt_number = null, receipt_series = null, receipt_sequence = null
       where organization_id = $1 and id = $2`,
      [story.organizationId, payment?.id],
    );
  await forget(earlier);
  const receipt = await receiptOf(story, earlier);
  expect(receipt.text).not.toContain("Receipt number");
  expect(receipt.file).toContain(`receipt-${earlier.id}.pdf`);
  expect(await bookDifferences(story)).toEqual([]);
  await pay(story, invoiceIds[0]);
  await forget(latest);
  expect(await bookDifferences(story)).toMatchObject([
    { member: "series payment", billed: "without 3", computed: "2 to 4" },
  ]);
  await owner.end();
});
