import type { InvoiceDocument, LineTexts } from "@counterfoil/documents";
import type { InvoiceLineRow, InvoiceRow, StoredTax } from "@counterfoil/storage";

/**
 * The legal term for reverse charge in languages that documents are not offered in (Directive 2006/112/EC, article 226,
 * number 11a). It appears together with the English words, because the recipient's tax office looks for it. Offered
 * languages have the term among their texts.
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

/** The printed taxes of an invoice, in the order in which they were decided. */
export function printedTaxes(
  { taxes }: Pick<InvoiceRow, "taxes">,
  texts: LineTexts,
  money: (text: string) => string,
): InvoiceDocument["taxes"] {
  return (taxes ?? []).map((tax) => ({
    name: tax.taxRateId === null ? texts.tax(tax.name) : tax.name,
    // If a legal reason exempts the line, there is no rate to print.
    rate: isRate(tax) ? tax.percentage : null,
    base: money(tax.base),
    amount: money(tax.amount),
    inclusive: tax.inclusive,
  }));
}

/** The rates of a line, for each of the parts into which several taxes split it. */
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

/** Why no tax is charged, once for each reason: the law requires it on the invoice. */
export function printedReasons({ taxes }: Pick<InvoiceRow, "taxes">, texts: LineTexts, locale: string): string[] {
  return [...new Set((taxes ?? []).flatMap((tax) => printedReason(tax, texts, locale) ?? []))];
}

/** The same for one tax; null if it has no reason. */
export function printedReason(
  { taxRateId, categoryCode, reason }: Pick<StoredTax, "categoryCode" | "reason"> & { taxRateId?: string | null },
  texts: LineTexts,
  locale: string,
): string | null {
  const words = REVERSE_CHARGE_WORDS[locale.split("-")[0] ?? ""];
  // An own rate uses the organization's own text.
  if (taxRateId === null && categoryCode === "AE" && words !== undefined) return `${words} (reverse charge).`;
  // Legal reasons are built-in texts, and also apply if an own rate has no reason.
  return reason === null ? null : texts.tax(reason);
}
