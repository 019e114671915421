import type { InvoiceDocument, LineTexts } from "@counterfoil/documents";
import type { InvoiceLineRow, InvoiceRow, StoredTax } from "@counterfoil/storage";

/**
 * What the law calls reverse charge in languages that documents are not offered in (Directive 2006/112/EC, article 226, number 11a): beside
 * English words it is what the recipient's tax office looks for. Offered languages have it among their words.
 */
const REVERSE_CHARGE_WORDS: Readonly<Record<string, string>> = {
  bg: "обратно начисляване",
  cs: "daň odvede zákazník",
  da: "omvendt betalingspligt",
  el: "Αντίστροφη επιβάρυνση",
  fi: "käännetty verovelvollisuus",
  hr: "prijenos porezne obveze",
  hu: "fordított adózás",
  lt: "Atvirkštinis apmokestinimas",
  lv: "nodokļa apgrieztā maksāšana",
  ro: "taxare inversă",
  sk: "prenesenie daňovej povinnosti",
  sl: "Obrnjena davčna obveznost",
};

/** The taxes of an invoice as they are printed, in the order in which they were decided. */
export function printedTaxes(
  { taxes }: Pick<InvoiceRow, "taxes">,
  texts: LineTexts,
  money: (text: string) => string,
): InvoiceDocument["taxes"] {
  return (taxes ?? []).map((tax) => ({
    name: tax.taxRateId === null ? texts.tax(tax.name) : tax.name,
    // Where nothing is charged for a reason of law there is no rate to print.
    rate: isRate(tax) ? tax.percentage : null,
    base: money(tax.base),
    amount: money(tax.amount),
    inclusive: tax.inclusive,
  }));
}

/** The rates that a line is under, for each of the parts into which several taxes split it. */
export function lineTaxRates(
  { taxes }: Pick<InvoiceLineRow, "taxes">,
  printed: InvoiceDocument["taxes"],
): (string | null)[][] {
  return (taxes ?? []).flatMap(({ taxes: under }) => {
    const rates = under.flatMap(({ index }) => printed[index] ?? []).map(({ rate }) => rate);
    return rates.length === 0 ? [] : [rates];
  });
}

function isRate({ categoryCode }: StoredTax): boolean {
  return categoryCode === "S" || categoryCode === "Z";
}

/** Why nothing is charged, once for each reason: what the law asks to be on the invoice. */
export function printedReasons({ taxes }: Pick<InvoiceRow, "taxes">, texts: LineTexts, locale: string): string[] {
  return [...new Set((taxes ?? []).flatMap((tax) => printedReason(tax, texts, locale) ?? []))];
}

/** The same of one tax; null where it says nothing. */
export function printedReason(
  { taxRateId, categoryCode, reason }: Pick<StoredTax, "categoryCode" | "reason"> & { taxRateId?: string | null },
  texts: LineTexts,
  locale: string,
): string | null {
  const words = REVERSE_CHARGE_WORDS[locale.split("-")[0] ?? ""];
  // An own rate says it in the organization's own words.
  if (taxRateId === null && categoryCode === "AE" && words !== undefined) return `${words} (reverse charge).`;
  // The reasons that the law gives are ours, also where a rate of the organization names none of its own.
  return reason === null ? null : texts.tax(reason);
}
