import { type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import jsQR from "jsqr";
import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { drawPages } from "../packages/documents/test/golden/draw-pages.ts";
import { readPdf } from "../packages/documents/test/read-pdf.ts";

// R-PDF-1, R-MAIL-1, R-UI-2: documents, mails and pages show how to pay while something is due, and not afterwards.

/** Lets a worker send mails. */
const SLOWLY = { timeout: 30_000 };

interface Shop {
  readonly story: Story;
  readonly invoice: Json;
}

/** An issued invoice of 5 × 20.00 = 100.00 EUR, and 19.00 VAT on it, due on January 8. */
async function shop(options: { bankDetails?: string; amount?: string } = {}): Promise<Shop> {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const { bankDetails = "Bank: Hausbank\nIBAN: DE89 3704 0044 0532 0130 00\nBIC: COBADEFFXXX", amount = "20" } =
    options;
  await story.api.patch("/organization", { legalName: "Story GmbH", bankDetails });
  await story.api.post("/tax-rates", { name: "VAT", percentage: "19", inclusive: false });
  await story.api.patch(`/accounts/${story.accountId}`, { billingEmail: "ap@buyer.example" });
  await story.subscribe({
    prices: [await story.fixed("Seats", amount, { units: 5, unitLabel: "seats" })],
    invoicePaymentTerms: "net_7",
  });
  await story.advanceTo("2026-01-02");
  const [invoice] = await story.invoices();
  return { story, invoice: await story.api.get(`/invoices/${invoice?.id}`) };
}

const TRANSFER = (number: unknown, amount: string) =>
  `BCD\n002\n1\nSCT\nCOBADEFFXXX\nStory GmbH\nDE89370400440532013000\nEUR${amount}\n\n\n${String(number)}`;

async function pdf(story: Story, path: string): Promise<Buffer> {
  const answer = await fetch(story.environment.url + path, { headers: { Authorization: `Bearer ${story.api.token}` } });
  expect([path, answer.status]).toEqual([path, 200]);
  return Buffer.from(await answer.arrayBuffer());
}

const textOf = (bytes: Buffer): string =>
  readPdf(bytes)
    .pages.map(({ text }) => text)
    .join(" ");

const linksOf = (bytes: Buffer): string[] =>
  [...readPdf(bytes).structure.matchAll(/\/URI \(([^)]*)\)/g)].map(([, address = ""]) => address);

async function scanned(bytes: Buffer): Promise<string | null> {
  const [page] = await drawPages(bytes, 3);
  if (page === undefined) throw new Error("the page is missing");
  const colors = new Uint8ClampedArray(page.width * page.height * 4).fill(255);
  page.shades.forEach((shade, at) => colors.fill(shade, at * 4, at * 4 + 3));
  return jsQR.default(colors, page.width, page.height)?.data ?? null;
}

/** The mails of a kind, with their contents. */
async function mails(story: Story, kind: string): Promise<Json[]> {
  const { items } = await story.api.get<{ items: Json[] }>("/mails?limit=100&sort=id:asc");
  const ofKind = items.filter((mail) => mail["kind"] === kind);
  return Promise.all(ofKind.map(({ id }) => story.api.get(`/mails/${id}`)));
}

async function caught(story: Story, kind: string): Promise<Json> {
  await expect.poll(async () => (await mails(story, kind)).map(({ status }) => status), SLOWLY).toEqual(["caught"]);
  const [mail] = await mails(story, kind);
  if (mail === undefined) throw new Error("there is no mail");
  return mail;
}

test("an invoice prints units, rates, its delivery date, a transfer code, and a link with its last day", async () => {
  const { story, invoice } = await shop();
  const bytes = await pdf(story, `/invoices/${invoice.id}/pdf`);
  const text = textOf(bytes);
  expect(text).toContain("5 seats 20.00 19% 100.00");
  expect(text).toContain("Delivery date Jan 31, 2026");
  expect(await scanned(bytes)).toBe(TRANSFER(invoice["number"], "119.00"));

  // 90 days after January 8, when it is due.
  expect(text).toContain("The link works until Apr 8, 2026.");
  const [address = ""] = linksOf(bytes);
  expect(address.startsWith(`${story.environment.url}/invoice/`)).toBe(true);
  const token = address.split("/").at(-1);
  const page = await story.environment.api("").get(`/public/invoices/${token}`);
  expect(page).toMatchObject({
    expiresAt: "2026-04-09T00:00:00.000Z",
    transferCode: TRANSFER(invoice["number"], "119.00"),
  });

  // Another request returns the same document without a new link.
  expect(await pdf(story, `/invoices/${invoice.id}/pdf`)).toEqual(bytes);
  const { items } = await story.api.get<{ items: Json[] }>(`/invoices/${invoice.id}/payment-links`);
  expect(new Set(items.map(({ origin, status }) => `${String(origin)} ${String(status)}`))).toEqual(
    new Set(["document open", "mail open"]),
  );
  const printed = items.find(({ origin }) => origin === "document");
  await story.api.delete(`/invoices/${invoice.id}/payment-links/${printed?.id}`);
  expect((await story.environment.api("").request("GET", `/public/invoices/${token}`)).status).toBe(410);
});

test("a mail links to the page, says until when, and shows the transfer code", async () => {
  const { story, invoice } = await shop();
  const mail = await caught(story, "invoice");
  const html = String(mail["html"]);
  const address = /href="([^"]*\/invoice\/[^"]+)"/.exec(html)?.[1] ?? "";
  expect(String(mail["text"])).toContain(`View and pay invoice:\n${address}\nThe link works until Apr 8, 2026.`);
  const token = address.split("/").at(-1);
  expect(await story.environment.api("").get(`/public/invoices/${token}`)).toMatchObject({ number: invoice["number"] });
  const picture = /src="data:image\/png;base64,([^"]+)"/.exec(html)?.[1] ?? "";
  const { data, width, height } = PNG.sync.read(Buffer.from(picture, "base64"));
  expect(jsQR.default(new Uint8ClampedArray(data), width, height)?.data).toBe(TRANSFER(invoice["number"], "119.00"));
});

async function isAskedNowhere({ story, invoice }: Shop, path: string): Promise<void> {
  const bytes = await pdf(story, path);
  const text = textOf(bytes);
  for (const sign of ["DE89", "Payment details", "Pay online", "View online"]) expect(text).not.toContain(sign);
  expect([linksOf(bytes), await scanned(bytes)]).toEqual([[], null]);
  const { token } = await story.api.post<{ token: string }>(`/invoices/${invoice.id}/payment-link`);
  expect(await story.environment.api("").get(`/public/invoices/${token}`)).toMatchObject({
    bankDetails: null,
    transferCode: null,
    canBePaid: false,
    paymentMethods: [],
  });
  const portal = await story.api.post<{ token: string }>(`/accounts/${story.accountId}/portal-link`);
  const seen = await story.environment.api("").get<{ invoices: Json[] }>(`/public/portal/${portal.token}`);
  expect(seen.invoices.map(({ paymentLinkPath }) => paymentLinkPath)).toEqual([null]);
  await story.api.post(`/invoices/${invoice.id}/send`, {});
  await expect.poll(async () => (await mails(story, "invoice")).length, SLOWLY).toBe(2);
  await expect
    .poll(async () => (await mails(story, "invoice")).map(({ status }) => status), SLOWLY)
    .toEqual(["caught", "caught"]);
  const latest = (await mails(story, "invoice")).at(-1);
  expect(String(latest?.["text"])).toContain("No payment is due.");
  for (const sign of ["/invoice/", "Amount due", "Due date"]) expect(String(latest?.["text"])).not.toContain(sign);
}

test("a void invoice shows no payment details, also as issued", async () => {
  const shown = await shop();
  await shown.story.api.post(`/invoices/${shown.invoice.id}/void`, { reason: "By mistake" });
  await isAskedNowhere(shown, `/invoices/${shown.invoice.id}/pdf`);
  expect(textOf(await pdf(shown.story, `/invoices/${shown.invoice.id}/pdf?as=issued`))).not.toContain("DE89");
});

test("a paid invoice shows no payment details", async () => {
  const shown = await shop();
  await shown.story.api.post(`/invoices/${shown.invoice.id}/payments`, { amount: "119.00", method: "bank_transfer" });
  await isAskedNowhere(shown, `/invoices/${shown.invoice.id}/pdf`);
});

test("the page of a partly paid invoice asks for the rest, and the document has no code for another amount", async () => {
  const { story, invoice } = await shop();
  await story.api.post(`/invoices/${invoice.id}/payments`, { amount: "19.00", method: "bank_transfer" });
  const bytes = await pdf(story, `/invoices/${invoice.id}/pdf`);
  expect(textOf(bytes)).toContain("DE89");
  expect([linksOf(bytes).length, await scanned(bytes)]).toEqual([1, null]);
  const token = linksOf(bytes)[0]?.split("/").at(-1);
  const page = await story.environment.api("").get(`/public/invoices/${token}`);
  expect(page["transferCode"]).toBe(TRANSFER(invoice["number"], "100.00"));
});

test("an account outside SEPA has no transfer code", async () => {
  const { story, invoice } = await shop({ bankDetails: "IBAN: SA03 8000 0000 6080 1016 7519" });
  const bytes = await pdf(story, `/invoices/${invoice.id}/pdf`);
  expect(textOf(bytes)).toContain("SA03");
  expect([linksOf(bytes).length, await scanned(bytes)]).toEqual([1, null]);
});

test("a mail of an invoice paid meanwhile asks for nothing, and a resent one has a working link", async () => {
  const { story, invoice } = await shop();
  const mail = await caught(story, "invoice");
  await story.api.post(`/mails/${mail.id}/send`);
  const again = await caught(story, "invoice");
  expect(String(again["text"])).toContain("/invoice/");
  await story.api.post(`/invoices/${invoice.id}/payments`, { amount: "119.00", method: "bank_transfer" });
  await story.api.post(`/mails/${mail.id}/send`);
  const paid = await caught(story, "invoice");
  expect(String(paid["text"])).not.toContain("/invoice/");
  expect(String(paid["text"])).toContain("No payment is due.");
});

test("concurrent drawings of an invoice return one document with the working link", async () => {
  const { story, invoice } = await shop();
  const drawn = await Promise.all(Array.from({ length: 4 }, () => pdf(story, `/invoices/${invoice.id}/pdf`)));
  expect(new Set(drawn.map((bytes) => bytes.toString("base64"))).size).toBe(1);
  const token = linksOf(drawn[0] ?? Buffer.alloc(0))[0]
    ?.split("/")
    .at(-1);
  expect((await story.environment.api("").request("GET", `/public/invoices/${token}`)).status).toBe(200);
  const { items } = await story.api.get<{ items: Json[] }>(`/invoices/${invoice.id}/payment-links`);
  expect(items.filter(({ origin }) => origin === "document")).toHaveLength(1);
});
