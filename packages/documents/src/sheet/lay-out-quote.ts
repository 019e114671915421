import type {
  PrintedInterval,
  PrintedQuote,
  PrintedScope,
  PrintedSum,
  PrintedVersion,
} from "../quote/printed-quote.ts";
import { durationText } from "../format/duration-format.ts";
import { fill } from "../words/words-of.ts";
import type { DocumentSheet, SheetSignature, SheetTotal } from "./document-sheet.ts";
import { adjustmentTexts } from "./adjustment-texts.ts";
import { layOutPage } from "./lay-out-page.ts";
import { layOutFacts, layOutParties } from "./lay-out-parties.ts";
import { intervalWord } from "./interval-word.ts";
import { layOutPrices } from "./lay-out-prices.ts";
import { layOutTax } from "./lay-out-totals.ts";
import { writingOf, type Writing } from "./writing.ts";

/** Lays out everything that a quote or contract prints. Pure: the same quote gives the same sheet. */
export function layOutQuote(quote: PrintedQuote, logo: string | null): Omit<DocumentSheet, "fonts"> {
  const writing = writingOf(quote.locale, quote.currency);
  const { words, formats, text } = writing;
  const heading = quote.status === "contract" ? words.contract : words.quote;
  const name = text(quote.name);
  const { validUntil, number = null } = quote;
  return {
    ...layOutPage(quote, { title: `${heading} · ${name}`, date: quote.issueDate, logo }, writing),
    heading: { title: heading, number: number === null ? null : text(number), badge: badgeOf(quote, writing) },
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
      table: layOutPrices(version, quote.currency, writing, agreedWriting(quote)),
    })),
    totals: [...recurringTotals(quote, writing), ...contractTotals(quote, writing)],
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
    [words.quoteNumber, quote.number === undefined || quote.number === null ? null : text(quote.number)],
    [words.quoteDate, date(quote.issueDate)],
    [words.contractStart, date(quote.contractStart)],
    [words.contractEnd, date(quote.contractEnd) ?? words.openEnded],
    [words.renewal, quote.contractEnd !== null && quote.renewsAutomatically ? words.automatic : null],
    [words.trial, trialDays === null ? null : days(trialDays)],
    [words.firstBilling, date(quote.firstBilling)],
    [words.paymentTerm, term === null ? null : term === 0 ? words.onReceipt : days(term)],
  ];
}

/** What is sold from the start needs no title. Later versions have their start date as the title. */
function versionTitle({ startsOn }: PrintedVersion, { versions }: PrintedQuote, writing: Writing): string | null {
  const { words, formats, text } = writing;
  if (versions.length === 1 || startsOn === null) return null;
  return fill(words.startingOn, { date: text(formats.period.date(startsOn)) });
}

/**
 * The total of fixed prices for each interval, with taxes if they are known. A quote with several versions has no such
 * total.
 */
function recurringTotals(quote: PrintedQuote, writing: Writing): SheetTotal[] {
  const { words, decimal } = writing;
  if (quote.versions.length !== 1) return [];
  // Non-breaking, so that it stays on one line.
  const small = hasDiscount(quote) ? words.beforeDiscounts.replaceAll(" ", "\u00A0") : null;
  const named = (interval: PrintedInterval | "one_off") => intervalWord(interval, words);
  if (quote.recurring === undefined) {
    return quote.versions.flatMap(({ fixedTotals: totals }) =>
      totals.map(({ interval, amount }) =>
        strong(fill(words.fixedTotal, { interval: named(interval) }), decimal(amount), small),
      ),
    );
  }
  return quote.recurring.flatMap((sum) => [
    strong(fill(words.fixedTotal, { interval: named(sum.interval) }), decimal(sum.subtotal), small),
    ...(sum.taxes.length === 0
      ? []
      : [...taxRows(sum, writing), strong(`${words.total} · ${named(sum.interval)}`, decimal(sum.total), small)]),
  ]);
}

/** The amount billed for the whole fixed term. */
function contractTotals({ contractValue: value = null, currency }: PrintedQuote, writing: Writing): SheetTotal[] {
  if (value === null) return [];
  const { words, decimal, amount, text } = writing;
  const total =
    value.currency === currency
      ? amount(value.total)
      : text(`${writing.formats.number.decimal(value.total)} ${value.currency}`);
  const due: SheetTotal = { label: words.contractValue, small: null, amount: total, weight: "due" };
  if (value.taxes.length === 0) return [due];
  return [
    strong(`${words.contractValue} · ${words.netAmount}`, decimal(value.subtotal)),
    ...taxRows(value, writing),
    due,
  ];
}

function taxRows({ taxes }: PrintedSum, writing: Writing): SheetTotal[] {
  return taxes.map((tax) => layOutTax(tax, false, writing));
}

/** Whether the quote has a discount. In that case its fixed prices differ from what is billed. */
function hasDiscount({ adjustments, versions }: PrintedQuote): boolean {
  const ofVersions = versions.flatMap(({ groups, scopes }) => [
    ...scopes,
    ...groups.flatMap(({ prices }) => prices.map((price) => price.adjustments)),
  ]);
  return [adjustments, ...ofVersions].some(({ discount }) => discount !== null);
}

function strong(label: string, amount: string, small: string | null = null): SheetTotal {
  return { label, small, amount, weight: "strong" };
}

/** The terms of each version and of the whole contract, in the order in which they are applied (R-SUB-8). */
function layOutAgreed(quote: PrintedQuote, writing: Writing): DocumentSheet["asides"] {
  const { commercialTerms } = writing.words;
  const amounts = agreedWriting(quote);
  const ofVersions = quote.versions.map((version) => {
    const startsOn = versionTitle(version, quote, writing);
    return {
      title: startsOn === null ? commercialTerms : `${commercialTerms} · ${startsOn}`,
      texts: version.scopes.flatMap((scope) => scopeTexts(scope, amounts)),
    };
  });
  const whole = { title: commercialTerms, texts: adjustmentTexts(quote.adjustments, amounts) };
  const [only] = ofVersions;
  const asides =
    only !== undefined && ofVersions.length === 1
      ? [{ ...whole, texts: [...only.texts, ...whole.texts] }]
      : [...ofVersions, whole];
  return asides
    .filter(({ texts }) => texts.length > 0)
    .map(({ title, texts }) => ({ title, rows: texts.map((value) => ({ label: null, value })) }));
}

/** For example "Support, Seats: Discount 20%". */
function scopeTexts(scope: PrintedScope, writing: Writing): string[] {
  const { items } = scope;
  const texts = adjustmentTexts(scope, writing);
  return items === null ? texts : texts.map((agreed) => `${items.map(writing.text).join(", ")}: ${agreed}`);
}

/** Discount amounts and limits are in the currency of the invoices. */
function agreedWriting({ locale, currency, invoicedIn = currency }: PrintedQuote): Writing {
  return writingOf(locale, invoicedIn);
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
    { title: words.notes, text: quote.contractValue?.isWithoutUsage === true ? words.usageNotIncluded : "" },
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
