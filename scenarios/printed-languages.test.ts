import { writeFileSync } from "node:fs";
import { discount, type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { beforeAll, describe, expect, test } from "vitest";
import { readPdf } from "../packages/documents/test/read-pdf.ts";
import { wordsByLanguage } from "../packages/documents/src/words/words-of.ts";
import { MAIL_WORDS } from "../packages/service/src/mails/words/words-of.ts";
import { latinWords, namesOf, textsIn } from "./printed-words.ts";

// R-PDF-1, R-MAIL-1: everything a customer gets is in one language, except texts of the customer and the seller.

const SELLER = {
  name: "Nordfjell",
  legalName: "Nordfjell Sylva GmbH",
  address: { line1: "Torstraße 140", city: "Berlin", postalCode: "10119" },
  country: "DE",
  taxId: "DE136695976",
  email: "kasse@nordfjell.example",
  bankDetails: "IBAN: DE89 3704 0044 0532 0130 00",
  taxMode: "table" as const,
  eInvoicing: true,
};

const BUYER = {
  name: "Vestkraft Zürn",
  billingEmail: "bok@vestkraft.example",
  contactName: "Ylva Qvist",
  billingAddress: { line1: "Strandgata 7", city: "Skagen", postalCode: "75001" },
};

/** The seller's texts; all others are ours. */
const ITEMS = { large: "Grønn", small: "Blålys", calls: "Kvakk", extra: "Ekstraord", region: "sone", zone: "øst" };
const OWN = [SELLER, BUYER, ITEMS, { reason: "Tilgodeordning", field: "Nummerord", unit: "stykk" }];
/** Numbers of invoices, credit notes and receipts, in the formats of the organization. */
const NUMBERS = ["INV", "CN", "REC"];

const MARKETS = [
  { language: "de", locale: "de-DE", taxCountry: "DE", currency: "EUR" },
  // A business in another member state: the recipient owes the tax.
  { language: "fr", locale: "fr-FR", taxCountry: "FR", taxId: "FR40303265045", currency: "EUR" },
  { language: "ja", locale: "ja-JP", taxCountry: "JP", currency: "JPY" },
  { language: "ar", locale: "ar-EG", taxCountry: "EG", currency: "USD" },
] as const;

type Market = (typeof MARKETS)[number];

/**
 * 3000 a month in advance become 300 on the 16th of April (a credit and a part of a month). Also usage in groups, 5 of it
 * late, a discount of 10 %, and a minimum with a true-up.
 */
async function sell({ locale, taxCountry, currency, ...market }: Market): Promise<Story> {
  const account = { ...BUYER, taxCountry, locale, ...("taxId" in market ? { taxId: market.taxId } : {}) };
  const settings = {
    ...SELLER,
    documentTemplate: { showUsageByDay: true, customFields: [{ label: "Nummerord", value: "K 17" }] },
  };
  const story = await scenario({ start: "2026-04-01", currency, settings, account });
  const large = await story.fixed(ITEMS.large, "3000", { unitLabel: "stykk" });
  const small = await story.fixed(ITEMS.small, "300");
  const calls = await story.usage(
    ITEMS.calls,
    { graduated: "0–10 @2, 11+ @1" },
    { event: "kvakk", groupBy: [ITEMS.region] },
  );
  const { id } = await story.subscribe({
    prices: [large, calls],
    discount: discount("10 %"),
    minimumSpend: { amount: "5000", period: "month" },
    invoicePaymentTerms: "net_30",
    sendReceiptsToCustomer: true,
  });
  await story.use("kvakk", { quantity: 25, sone: ITEMS.zone }, "2026-04-10");
  await story.use("kvakk", 3, "2026-04-11");
  await story.advanceTo("2026-04-16T12:00");
  await story.replace(id, large, small);
  await story.advanceTo("2026-05-03");
  await story.use("kvakk", { quantity: 5, sone: ITEMS.zone }, "2026-04-20");
  await story.advanceTo("2026-06-02");
  return story;
}

async function bytesOf(story: Story, path: string): Promise<Buffer> {
  const answer = await fetch(story.environment.url + path, { headers: { Authorization: `Bearer ${story.api.token}` } });
  expect([path, answer.status]).toEqual([path, 200]);
  return Buffer.from(await answer.arrayBuffer());
}

/** The text of a PDF. `PRINTED=folder` keeps the file for inspection. */
async function printed(story: Story, path: string, name: string): Promise<string> {
  const bytes = await bytesOf(story, path);
  const folder = process.env["PRINTED"];
  if (folder !== undefined) writeFileSync(`${folder}/${name}.pdf`, bytes);
  return readPdf(bytes)
    .pages.map(({ text }) => text)
    .join("\n");
}

describe.each(MARKETS)("every text for a customer in $locale is in that language", (market) => {
  const { language, locale } = market;
  const documents = new Map<string, string>();

  beforeAll(async () => {
    const story = await sell(market);
    const invoices = await story.invoices();
    for (const [index, { id }] of invoices.entries()) {
      documents.set(`invoice ${index}`, await printed(story, `/invoices/${id}/pdf`, `${language}-invoice-${index}`));
    }
    const first = invoices.find(({ total }) => Number(total) > 0) as unknown as Json;
    const [item] = first["lineItems"] as Json[];
    const note = await story.api.post("/credit-notes", {
      invoiceId: first.id,
      reason: "Tilgodeordning",
      lines: [{ lineItemId: item?.id, amount: "100" }],
      outcome: "account_credit",
    });
    documents.set("credit note", await printed(story, `/credit-notes/${note.id}/pdf`, `${language}-note`));
    const payment = await story.api.post(`/invoices/${first.id}/payments`, {
      amount: "50",
      method: "bank_transfer",
    });
    documents.set("receipt", await printed(story, `/payments/${payment.id}/receipt`, `${language}-receipt`));
    const draft = await story.subscribe({ prices: [await story.fixed(ITEMS.extra, "77")], activate: false });
    documents.set("quote", await printed(story, `/subscriptions/${draft.id}/pdf`, `${language}-quote`));
    if (market.currency === "EUR") {
      documents.set("xml", readableOf((await bytesOf(story, `/invoices/${first.id}/xml`)).toString("utf8")));
    }
    const { items } = await story.api.get<{ items: Json[] }>("/mails?limit=100");
    for (const { id } of items) {
      const mail = await story.api.get(`/mails/${id}`);
      documents.set(`mail ${String(mail["kind"])} ${id}`, `${String(mail["subject"])}\n${String(mail["text"])}`);
    }
  }, 240_000);

  test("the story contains a credit, a credit note, a discount, late usage and a true-up", () => {
    const words = wordsByLanguage[language];
    const all = [...documents].flatMap(([name, text]) =>
      name.startsWith("invoice") ? [text.replaceAll(/\s+/g, "")] : [],
    );
    const holds = (text: string) => {
      const parts = text.split(/\{\w+\}/).map((part) => part.replaceAll(/\s+/g, ""));
      return all.some((one) => parts.every((part) => one.includes(part)));
    };
    // The compiler writes Arabic letters twice, so words are not found by their letters.
    if (language === "ar") return expect(all.length).toBeGreaterThan(2);
    for (const name of ["unused", "discountOf", "lateUsage", "toMinimum"] as const) {
      expect([name, holds(words[name])]).toEqual([name, true]);
    }
    expect([...documents.keys()]).toEqual(expect.arrayContaining(["credit note", "receipt", "quote"]));
    expect([...documents.keys()].filter((name) => name.startsWith("mail invoice")).length).toBeGreaterThan(0);
  });

  test("every word is in the language's catalog or the organization's own", () => {
    const own = latinWords(textsIn([OWN, NUMBERS, market]).join(" "));
    const ours = latinWords(
      [...textsIn(wordsByLanguage[language]), ...textsIn(MAIL_WORDS[language]), ...namesOf(locale)].join(" "),
    );
    const english = latinWords([...textsIn(wordsByLanguage.en), ...textsIn(MAIL_WORDS.en), ...namesOf("en")].join(" "));
    expect(english.size).toBeGreaterThan(250);
    expect(documents.size).toBeGreaterThan(6);
    for (const [name, text] of documents) {
      const strange = [...latinWords(text)].filter((word) => !own.has(word) && !ours.has(word));
      expect([name, strange.filter((word) => english.has(word))]).toEqual([name, []]);
      // Every word must be in the language's catalog, or a text of the seller or the customer.
      expect([name, strange]).toEqual([name, []]);
    }
  });
});

/** The texts of an XML invoice for people: notes, names, descriptions, terms and reasons. */
function readableOf(xml: string): string {
  const readable = /<ram:(?:Content|Name|Description|Value|Reason|ExemptionReason)>([^<]*)</g;
  const texts = [...xml.matchAll(readable)].map(([, text = ""]) => text);
  expect(texts.length).toBeGreaterThan(5);
  return texts.join("\n");
}
