import { Decimal } from "@counterfoil/engine";
import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import type { VatBreakdown, VatRate } from "../model/vat.ts";
import { CATEGORIES, type Category, isRated } from "./categories.ts";
import { isWritten, rule, type Rule, ruleAt } from "./rule.ts";
import { isTaxOfItsBase } from "./sum-rules.ts";
import { allTaxedParts, type TaxedKind, taxedParts } from "./taxed-parts.ts";

/** What the rules 02 to 04 and 05 to 07 of each category apply to, in order. */
const KINDS: readonly { readonly kind: TaxedKind; readonly noun: string }[] = [
  { kind: "lines", noun: "A line" },
  { kind: "allowances", noun: "An allowance" },
  { kind: "surcharges", noun: "A surcharge" },
];

const RATES: Readonly<Record<Category["rate"], string>> = {
  above_zero: "a rate above zero",
  zero: "a rate of zero",
  any: "a rate that is not negative",
  none: "no rate",
};

/** Rules 01 to 10 of each category. */
export const categoryRules: readonly Rule[] = CATEGORIES.flatMap((category) => [
  presenceRule(category),
  ...KINDS.map(({ kind, noun }, index) => identificationRule(category, `0${index + 2}`, kind, noun)),
  ...KINDS.map(({ kind, noun }, index) => rateRule(category, `0${index + 5}`, kind, noun)),
  onBreakdown(category, {
    number: "08",
    message: `The base of "${category.name}" must be the amount charged under it${isRated(category) ? " at the rate" : ""}.`,
    member: "base",
    holds: (one, invoice) => one.base.equals(baseOf(category, one, invoice)),
  }),
  onBreakdown(category, {
    number: "09",
    message: isRated(category)
      ? `The VAT of "${category.name}" must be base times rate.`
      : `"${category.name}" must have no VAT.`,
    member: "tax",
    holds: (one) => (isRated(category) ? isTaxOfItsBase(one) : one.tax.isZero()),
  }),
  onBreakdown(category, {
    number: "10",
    message: category.hasReason
      ? `"${category.name}" must have an exemption reason (BT-120) or its code (BT-121).`
      : `"${category.name}" must not have an exemption reason (BT-120, BT-121).`,
    member: "exemptionReason",
    holds: (one) => (isWritten(one.exemptionReason) || isWritten(one.exemptionReasonCode)) === category.hasReason,
  }),
]);

function presenceRule(category: Category): Rule {
  const { prefix, name, code } = category;
  const times = isRated(category) ? "at least once" : "exactly once";
  return ruleAt(
    `${prefix}-01`,
    `The VAT breakdown must have "${name}" ${times} if something is charged under it, and not otherwise.`,
    "/vatBreakdown",
    (invoice) => {
      const isUsed = allTaxedParts(invoice).some(({ vat }) => vat.category === code);
      const found = invoice.vatBreakdown.filter((one) => one.category === code).length;
      if (!isUsed) return found === 0;
      return isRated(category) ? found > 0 : found === 1;
    },
  );
}

function identificationRule(category: Category, number: string, kind: TaxedKind, noun: string): Rule {
  const { prefix, name, identified, identification } = category;
  return ruleAt(
    `${prefix}-${number}`,
    `${noun} of "${name}" needs ${identification}.`,
    "/seller/vatIdentifier",
    (invoice) => identified(invoice) || !taxedParts(invoice, kind).some(({ vat }) => vat.category === category.code),
  );
}

function rateRule(category: Category, number: string, kind: TaxedKind, noun: string): Rule {
  const { prefix, name, code } = category;
  return rule(`${prefix}-${number}`, `${noun} of "${name}" must have ${RATES[category.rate]}.`, (invoice) =>
    taxedParts(invoice, kind)
      .filter(({ vat }) => vat.category === code && !hasRateOf(category, vat))
      .map(({ path }) => `${path}/rate`),
  );
}

function hasRateOf(category: Category, { rate }: VatRate): boolean {
  switch (category.rate) {
    case "above_zero":
      return rate !== null && rate.isPositive();
    case "zero":
      return rate !== null && rate.isZero();
    case "any":
      return rate !== null && !rate.isNegative();
    case "none":
      return rate === null;
  }
}

/** The sum of a breakdown's lines, less its allowances, plus its surcharges. */
function baseOf(category: Category, { rate }: VatBreakdown, invoice: ElectronicInvoice): Decimal {
  const parts = allTaxedParts(invoice).filter(
    ({ vat }) => vat.category === category.code && (!isRated(category) || isSameRate(vat.rate, rate)),
  );
  return Decimal.sum(parts.map(({ adds }) => adds));
}

function isSameRate(a: Decimal | null, b: Decimal | null): boolean {
  return (a ?? Decimal.zero).equals(b ?? Decimal.zero);
}

interface BreakdownRule {
  readonly number: string;
  readonly message: string;
  readonly member: keyof VatBreakdown;
  readonly holds: (breakdown: VatBreakdown, invoice: ElectronicInvoice) => boolean;
}

function onBreakdown({ prefix, code }: Category, { number, message, member, holds }: BreakdownRule): Rule {
  return rule(`${prefix}-${number}`, message, (invoice) =>
    invoice.vatBreakdown.flatMap((one, index) =>
      one.category !== code || holds(one, invoice) ? [] : [`/vatBreakdown/${index}/${member}`],
    ),
  );
}
