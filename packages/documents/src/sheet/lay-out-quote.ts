import type { PrintedQuote, PrintedVersion } from "../quote/printed-quote.ts";
import { durationText } from "../format/duration-format.ts";
import { fill } from "../words/words-of.ts";
import type { DocumentSheet, SheetSignature, SheetTotal } from "./document-sheet.ts";
import { adjustmentTexts } from "./adjustment-texts.ts";
import { layOutPage } from "./lay-out-page.ts";
import { layOutFacts, layOutParties } from "./lay-out-parties.ts";
import { intervalWord } from "./interval-word.ts";
import { layOutPrices } from "./lay-out-prices.ts";
import { writingOf, type Writing } from "./writing.ts";

/** Writes out everything a quote or a contract prints. Pure: the same quote gives the same sheet. */
export function layOutQuote(quote: PrintedQuote, logo: string | null): Omit<DocumentSheet, "fonts"> {
  const writing = writingOf(quote.locale, quote.currency);
  const { words, formats, text } = writing;
  const heading = quote.status === "contract" ? words.contract : words.quote;
  const name = text(quote.name);
  const { validUntil } = quote;
  return {
    ...layOutPage(quote, { title: `${heading} · ${name}`, date: quote.issueDate, logo }, writing),
    heading: { title: heading, number: null, badge: badgeOf(quote, writing) },
    watermark: quote.status === "draft" ? badgeOf(quote, writing) : null,
    summary: {
      label: heading,
      headline: name,
      currencyCode: null,
      due: isOpen(quote) && validUntil ? fill(words.validUntil, { date: text(formats.period.date(validUntil)) }) : null,
      terms: null,
    },
    parties: layOutParties(quote, writing, words.preparedFor),
    facts: layOutFacts(factsOf(quote, writing), quote.look, writing),
    introduction: quote.description && text(quote.description),
    tables: quote.versions.map((version) => ({
      title: versionTitle(version, quote, writing),
      table: layOutPrices(version, quote.currency, writing),
    })),
    totals: quote.versions.length === 1 ? quote.versions.flatMap((version) => fixedTotals(version, writing)) : [],
    taxSummary: null,
    asides: layOutAgreed(quote, writing),
    remarks: layOutTerms(quote, writing),
    signature: layOutSignature(quote, writing),
    footer: quote.footer && text(quote.footer),
    appendices: [],
  };
}

function isOpen({ status }: PrintedQuote): boolean {
  return status === "draft" || status === "sent";
}

function badgeOf({ status }: PrintedQuote, { words, traits }: Writing): string | null {
  if (status !== "draft" && status !== "accepted") return null;
  return words[status].toLocaleUpperCase(traits.formatLocale);
}

function factsOf(quote: PrintedQuote, { words, formats, text, traits }: Writing): [string, string | null][] {
  const date = (day: string | null): string | null => day && text(formats.period.date(day));
  const days = (count: number): string => text(durationText(traits.formatLocale, count, "day"));
  const { paymentTermDays: term, trialDays } = quote;
  return [
    [words.quoteDate, date(quote.issueDate)],
    [words.contractStart, date(quote.contractStart)],
    [words.contractEnd, date(quote.contractEnd) ?? words.openEnded],
    [words.renewal, quote.contractEnd !== null && quote.renewsAutomatically ? words.automatic : null],
    [words.trial, trialDays === null ? null : days(trialDays)],
    [words.firstBilling, date(quote.firstBilling)],
    [words.paymentTerm, term === null ? null : term === 0 ? words.onReceipt : days(term)],
  ];
}

/** What is sold from the start needs no title; what follows says from when on. */
function versionTitle({ startsOn }: PrintedVersion, { versions }: PrintedQuote, writing: Writing): string | null {
  const { words, formats, text } = writing;
  if (versions.length === 1 || startsOn === null) return null;
  return fill(words.startingOn, { date: text(formats.period.date(startsOn)) });
}

function fixedTotals({ fixedTotals: totals }: PrintedVersion, { words, decimal }: Writing): SheetTotal[] {
  return totals.map(({ interval, amount }) => ({
    label: fill(words.fixedTotal, { interval: intervalWord(interval, words) }),
    small: null,
    amount: decimal(amount),
    weight: "strong",
  }));
}

function layOutAgreed({ adjustments }: PrintedQuote, writing: Writing): DocumentSheet["asides"] {
  const agreed = adjustmentTexts(adjustments, writing);
  if (agreed.length === 0) return [];
  return [{ title: writing.words.commercialTerms, rows: agreed.map((value) => ({ label: null, value })) }];
}

function layOutTerms(quote: PrintedQuote, { words, text }: Writing): DocumentSheet["remarks"] {
  const features = new Map(quote.versions.flatMap((version) => version.features.map((one) => [one.name, one.value])));
  const included = [...features].map(([name, value]) =>
    value === null ? text(name) : `${text(name)}: ${text(value)}`,
  );
  const links = quote.termsOfService.map(({ title, address }) => `${text(title)}: ${text(address)}`);
  const terms = [quote.additionalTerms === null ? "" : text(quote.additionalTerms), ...links];
  const remarks = [
    { title: words.features, text: included.join("\n") },
    { title: words.terms, text: terms.filter((term) => term !== "").join("\n") },
  ];
  return remarks.filter((remark) => remark.text !== "");
}

function layOutSignature(quote: PrintedQuote, { words, formats, text }: Writing): SheetSignature | null {
  const { acceptance, sha256 } = quote;
  const small = sha256 === null ? null : `${words.documentHash}: ${text(sha256)}`;
  if (acceptance !== null) {
    const signer = [acceptance.name, acceptance.jobTitle].filter((part) => part !== null).join(", ");
    const fields = [
      { label: words.signedBy, value: text(signer) },
      { label: words.signedOn, value: text(formats.period.date(acceptance.signedOn)) },
    ];
    return { title: words.signature, fields, small };
  }
  if (!isOpen(quote)) return null;
  const open = [words.nameAndTitle, words.placeAndDate, words.signature];
  return { title: words.signature, fields: open.map((label) => ({ label, value: null })), small };
}
