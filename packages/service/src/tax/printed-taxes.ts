import type { InvoiceDocument, LineTexts } from "@counterfoil/documents";
import type { InvoiceLineRow, InvoiceRow, StoredTax } from "@counterfoil/storage";

/** What the law of the recipient's language calls reverse charge (Directive 2006/112/EC, article 226, number 11a). */
const REVERSE_CHARGE_WORDS: Readonly<Record<string, string>> = {
  bg: "обратно начисляване",
  cs: "daň odvede zákazník",
  da: "omvendt betalingspligt",
  de: "Steuerschuldnerschaft des Leistungsempfängers",
  el: "Αντίστροφη επιβάρυνση",
  es: "inversión del sujeto pasivo",
  fi: "käännetty verovelvollisuus",
  fr: "Autoliquidation",
  hr: "prijenos porezne obveze",
  hu: "fordított adózás",
  it: "inversione contabile",
  lt: "Atvirkštinis apmokestinimas",
  lv: "nodokļa apgrieztā maksāšana",
  nl: "Btw verlegd",
  pl: "odwrotne obciążenie",
  pt: "Autoliquidação",
  ro: "taxare inversă",
  sk: "prenesenie daňovej povinnosti",
  sl: "Obrnjena davčna obveznost",
  sv: "Omvänd betalningsskyldighet",
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
  const words = REVERSE_CHARGE_WORDS[locale.split("-")[0] ?? ""];
  const reasons = (taxes ?? []).flatMap(({ taxRateId, categoryCode, reason }) => {
    // An own rate says it in the organization's own words.
    const isOurs = taxRateId === null && categoryCode === "AE" && words !== undefined;
    if (isOurs) return `${words} (reverse charge).`;
    // The reasons that the law gives are ours, also where a rate of the organization names none of its own.
    return reason === null ? [] : texts.tax(reason);
  });
  return [...new Set(reasons)];
}
