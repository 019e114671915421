import { LANGUAGES } from "@counterfoil/documents";
import { Decimal } from "@counterfoil/engine";
import { MAIL_KINDS, type MailTemplateRow } from "@counterfoil/storage";
import fc from "fast-check";
import { expect, test } from "vitest";
import { writtenDate } from "../../src/invoices/written-date.ts";
import { readableOn } from "../../src/mails/brand.ts";
import { defaultTemplate } from "../../src/mails/default-template.ts";
import { escapeHtml, fillTemplate, templateFaults } from "../../src/mails/fill-template.ts";
import { writtenAmount } from "../../src/mails/mail-values.ts";
import { recipientsOf } from "../../src/mails/recipients.ts";
import { chooseTemplate, renderMail } from "../../src/mails/render-mail.ts";
import { templateNames } from "../../src/mails/template-names.ts";
import { MAIL_WORDS } from "../../src/mails/words/words-of.ts";
import { wrapText } from "../../src/mails/wrap-text.ts";

const plain = (value: string) => value;

test("a placeholder is replaced by its value, and a section depends on whether there is a value", () => {
  const template = "{Name}{#Due} by {Due}{/Due}{^Due}, no hurry{/Due}";
  expect(fillTemplate(template, { Name: "Ada", Due: "Friday" }, plain)).toBe("Ada by Friday");
  expect(fillTemplate(template, { Name: "Ada", Due: "" }, plain)).toBe("Ada, no hurry");
  expect(fillTemplate("{#A}{#B}both{/B}{^B}one{/B}{/A}", { A: "x" }, plain)).toBe("one");
  // Style sheets also contain braces.
  expect(fillTemplate("p{color:red} {toString}", {}, plain)).toBe("p{color:red} ");
});

test("nothing in a value is treated as a placeholder or as HTML", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      const filled = fillTemplate("<p>{A}</p><p>{B}</p>", { A: one, B: other }, escapeHtml);
      expect(filled).toBe(`<p>${escapeHtml(one)}</p><p>${escapeHtml(other)}</p>`);
      expect(escapeHtml(one)).not.toMatch(/[<>"']/);
    }),
  );
});

test("faults of a template are reported by name, each once", () => {
  const names = new Set(["A", "B"]);
  expect(templateFaults("{A} {#B}{C}{/B} p{margin:0}", names)).toMatchObject([
    { code: "unknown_placeholder", detail: "{C} is not a placeholder of this mail. Available: A, B." },
  ]);
  expect(templateFaults("{C} {C}", names)).toHaveLength(1);
  for (const broken of ["{#A}", "{/A}", "{#A}{#B}{/A}{/B}", "{#A}{#A}{/A}{/A}"]) {
    expect(templateFaults(broken, names).map(({ code }) => code)).toContain("section_not_closed");
  }
});

test("every built-in template of every language is valid and fills to a complete mail", () => {
  expect(Object.keys(MAIL_WORDS)).toEqual(LANGUAGES);
  for (const language of LANGUAGES) {
    for (const kind of MAIL_KINDS) {
      const template = defaultTemplate(kind, language);
      const names = templateNames(kind);
      for (const part of Object.values(template))
        expect([language, kind, templateFaults(part, names)]).toEqual([language, kind, []]);
      const values = Object.fromEntries([...names].map((name) => [name, `«${name}»`]));
      for (const given of [values, {}]) {
        const mail = renderMail(template, given);
        expect(`${mail.subject}${mail.text}${mail.html.replaceAll(/<style>.*?<\/style>/gs, "")}`).not.toMatch(/[{}]/);
        expect(mail.subject).not.toBe("");
      }
      // Each language uses the same placeholders as English.
      const said = (text: string) => [...new Set(text.match(/\{[#^/]?\w+\}/g))].toSorted();
      expect([language, kind, said(template.text)]).toEqual([language, kind, said(defaultTemplate(kind, "en").text)]);
      expect([language, kind, said(template.subject)]).toEqual([
        language,
        kind,
        said(defaultTemplate(kind, "en").subject),
      ]);
    }
  }
});

test("mail in Arabic and Hebrew runs from right to left, and its values keep their own direction", () => {
  for (const language of ["ar", "he"]) {
    const { html, subject } = defaultTemplate("invoice", language);
    expect(html).toContain(`<html lang="${language}" dir="rtl">`);
    expect(html).toContain(' class="card" dir="rtl"');
    expect(html).not.toMatch(/align="right"|padding-right/);
    expect(subject).toContain("\u2068{InvoiceNumber}\u2069");
    expect(html).toContain('href="{PayUrl}"');
  }
  expect(defaultTemplate("invoice", "de").html).toContain('dir="ltr"');
});

test("an organization's template is found by tag, by language and by script", () => {
  const template = (locale: string) => ({ kind: "invoice" as const, locale }) as MailTemplateRow;
  const own = ["de", "de-AT", "zh", "zh-Hant", "fi"].map(template);
  const chosen = (locale: string) => chooseTemplate(own, "invoice", locale)?.locale;
  expect(["de-AT", "de-CH", "zh-TW", "zh-CN", "fi-FI", "fr-FR"].map(chosen)).toEqual([
    "de-AT",
    "de",
    "zh-Hant",
    "zh",
    "fi",
    undefined,
  ]);
});

test("the currency sign stays on its side if lines run from right to left", () => {
  expect(writtenAmount(Decimal.of("5"), "USD", "he-IL")).toContain("$");
  expect(writtenAmount(Decimal.of("5"), "USD", "ar-EG")).toContain("US$\u200E");
  expect(writtenAmount(Decimal.of("5"), "USD", "de-DE")).not.toContain("\u200E");
});

test("dates in mails are Gregorian in every country", () => {
  expect(writtenDate("2026-01-31", "ar-SA")).toMatch(/٢٠٢٦/);
  expect(writtenDate("2026-01-31", "th-TH")).toContain("2026");
});

test("text lines have at most 72 columns, and URLs are not broken", () => {
  const url = `https://pay.example/quotes/${"x".repeat(90)}`;
  const wrapped = wrapText(`${"word ".repeat(40)}\n${url}\n${"請求書".repeat(30)}。`);
  const lines = wrapped.split("\n");
  expect(lines).toContain(url);
  for (const line of lines.filter((one) => one !== url)) {
    const width = [...line].reduce((sum, letter) => sum + (letter > "\u2e80" ? 2 : 1), 0);
    expect(width).toBeLessThanOrEqual(74);
  }
  expect(wrapped.replaceAll(/\s/g, "")).toBe(`${"word".repeat(40)}${url}${"請求書".repeat(30)}。`);
});

test("a subject is one line, whatever its values contain", () => {
  const template = { subject: "Invoice for {AccountName}", text: "x", html: "x" };
  const { subject } = renderMail(template, { AccountName: "A\r\nBcc: b@example.com\u2028c\u0000" });
  expect(subject).toBe("Invoice for A Bcc: b@example.com c");
});

test("the text of a button is readable on its color", () => {
  expect(["#2f5bd7", "#000000", "#b00020"].map(readableOn)).toEqual(["#ffffff", "#ffffff", "#ffffff"]);
  expect(["#ffffff", "#ffd400", "#9be7a0"].map(readableOn)).toEqual(["#000000", "#000000", "#000000"]);
});

test("mails about money go to the billing address and to contacts with the preference billing, each address once", () => {
  const contact = (email: string, emailPreferences: string[], isPrimary = false) => ({
    id: email,
    email,
    firstName: "Ada",
    lastName: null,
    isPrimary,
    emailPreferences,
  });
  const account = {
    billingEmail: null as string | null,
    contacts: [
      contact("ceo@x.example", ["updates"], true),
      contact("cfo@x.example", ["billing"]),
      contact("not an address", ["billing"]),
    ],
  } as Parameters<typeof recipientsOf>[1];
  const to = (kind: "invoice" | "activation" | "quote", of = account) =>
    recipientsOf(kind, of, null).map(({ address }) => address);
  // Without a billing address, the primary contact.
  expect(to("invoice")).toEqual(["ceo@x.example", "cfo@x.example"]);
  expect(to("invoice", { ...account, billingEmail: "CFO@x.example" })).toEqual(["CFO@x.example"]);
  expect(to("activation")).toEqual(["ceo@x.example"]);
  expect(to("quote")).toEqual(["ceo@x.example"]);
});
