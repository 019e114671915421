import type { ExplainInvoiceLineResultStep } from "@counterfoil/sdk";
import { formatMoney, formatQuantity } from "../../../format/amount.ts";

type Step = ExplainInvoiceLineResultStep;

/** Kinds of steps whose result is not an amount: a value within an expression, or a quantity that is not charged. */
const WITHOUT_AMOUNT = new Set(["evaluation", "negative_quantity", "unpriced"]);
/** The operand at the end of these steps' text, which is an amount. */
const PRICES: Readonly<Record<string, string>> = { unit_price: "unitPrice", packages: "pricePerPackage" };

/** Operands that are amounts in the step's currency, by their names in the API. */
const AMOUNTS = new Set([
  "adjustedBefore",
  "amount",
  "billed",
  "billedBefore",
  "counted",
  "creditedBefore",
  "oneOffs",
  "spent",
  "spentBefore",
  "value",
  "wanted",
]);

/**
 * The currency of a step: the line's. Null before the conversion into it, because the step does not name its currency.
 */
export function currencyOfStep(steps: readonly Step[], place: number, currency: string): string | null {
  return steps.findLastIndex(({ kind }) => kind === "conversion") > place ? null : currency;
}

/** The result as the page shows it: as an amount, or else as a quantity. */
export function resultOfStep({ kind, result }: Step, currency: string | null): string {
  return amountIn(WITHOUT_AMOUNT.has(kind) ? null : currency, result);
}

/** `tier 2 (above 1000): 1500 × 0.02 = 30` → `tier 2 (above 1,000): 1,500 × €0.02`. The result is shown next to it. */
export function wordsOfStep({ kind, text, operands, result }: Step, currency: string | null): string {
  const words = withoutEnd(text, ` = ${result}`);
  const price = operands[PRICES[kind] ?? ""];
  const product = price === undefined ? words : withoutEnd(words, ` × ${price}`);
  // The amount before the conversion is not in the line's currency.
  const amounts = kind === "conversion" ? [] : amountsOf(operands);
  if (price === undefined || product === words) return withGroups(words, operands, amounts, currency);
  return `${withGroups(product, operands, amounts, currency)} × ${amountIn(currency, price)}`;
}

/** Digits that belong only to amounts of the step. */
function amountsOf(operands: Step["operands"]): readonly string[] {
  const others = Object.entries(operands).flatMap(([name, digits]) => (AMOUNTS.has(name) ? [] : [digits]));
  return Object.entries(operands).flatMap(([name, digits]) =>
    AMOUNTS.has(name) && !others.includes(digits) ? [digits] : [],
  );
}

/** Standalone digits, with the words before and after them that tell what they are. */
const DIGITS = /(?<=^|[\s(])(up to |above )?(-?\d+(?:\.\d+)?)( [A-Z]{3})?(?=$|[\s),])/g;

/** Formats only amounts with their currency, operands and the ends of tiers. Other digits are part of a name. */
function withGroups(
  words: string,
  operands: Step["operands"],
  amounts: readonly string[],
  currency: string | null,
): string {
  const known = new Set(Object.values(operands));
  return words.replaceAll(DIGITS, (all: string, tier = "", digits: string, code = "") => {
    if (currency !== null && code === ` ${currency}`) return formatMoney(digits, currency);
    if (tier === "" && amounts.includes(digits)) return `${amountIn(currency, digits)}${code}`;
    return tier !== "" || known.has(digits) ? `${tier}${formatQuantity(digits)}${code}` : all;
  });
}

function amountIn(currency: string | null, amount: string): string {
  return currency === null ? formatQuantity(amount) : formatMoney(amount, currency);
}

function withoutEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) : text;
}
