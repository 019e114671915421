import type { ExplainInvoiceLineResultStep } from "@counterfoil/sdk";
import { formatMoney, formatQuantity } from "../../../format/amount.ts";

type Step = ExplainInvoiceLineResultStep;

/** Whose result is no amount: a value on the way through an expression, or a quantity that nothing is asked for. */
const WITHOUT_AMOUNT = new Set(["evaluation", "negative_quantity", "unpriced"]);
/** The operand with which the words of these end, and which is an amount. */
const PRICES: Readonly<Record<string, string>> = { unit_price: "unitPrice", packages: "pricePerPackage" };

/** Operands that are amounts in the step's currency, by the names that the server gives them. */
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

/** The currency that a step reckons in: the line's, or null before a conversion into it, where the step does not say. */
export function currencyOfStep(steps: readonly Step[], place: number, currency: string): string | null {
  return steps.findLastIndex(({ kind }) => kind === "conversion") > place ? null : currency;
}

/** The result as the page writes it: an amount where it is one, otherwise a quantity. */
export function resultOfStep({ kind, result }: Step, currency: string | null): string {
  return amountIn(WITHOUT_AMOUNT.has(kind) ? null : currency, result);
}

/** `tier 2 (above 1000): 1500 × 0.02 = 30` → `tier 2 (above 1,000): 1,500 × €0.02`: what it comes to stands beside it. */
export function wordsOfStep({ kind, text, operands, result }: Step, currency: string | null): string {
  const words = withoutEnd(text, ` = ${result}`);
  const price = operands[PRICES[kind] ?? ""];
  const product = price === undefined ? words : withoutEnd(words, ` × ${price}`);
  // What is converted is not in the line's currency yet.
  const amounts = kind === "conversion" ? [] : amountsOf(operands);
  if (price === undefined || product === words) return withGroups(words, operands, amounts, currency);
  return `${withGroups(product, operands, amounts, currency)} × ${amountIn(currency, price)}`;
}

/** Digits that are those of amounts and of nothing else in the step. */
function amountsOf(operands: Step["operands"]): readonly string[] {
  const others = Object.entries(operands).flatMap(([name, digits]) => (AMOUNTS.has(name) ? [] : [digits]));
  return Object.entries(operands).flatMap(([name, digits]) =>
    AMOUNTS.has(name) && !others.includes(digits) ? [digits] : [],
  );
}

/** Digits that stand alone, and what says which they are. */
const DIGITS = /(?<=^|[\s(])(up to |above )?(-?\d+(?:\.\d+)?)( [A-Z]{3})?(?=$|[\s),])/g;

/** Only amounts with their currency, operands and the ends of tiers: other digits are part of a name. */
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
