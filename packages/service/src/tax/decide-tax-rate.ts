import { Decimal, type TaxCategoryCode } from "@counterfoil/engine";
import { type Fault, refuseFaults } from "../errors/index.ts";
import type { TaxRate, TaxRateInput } from "./tax-rate.ts";

/** A reason that the law gives to every invoice under the category, where the rate says none of its own. */
const REASONS: Partial<Record<TaxCategoryCode, Pick<TaxRate, "reasonCode" | "reason">>> = {
  AE: { reasonCode: "VATEX-EU-AE", reason: "Reverse charge: the recipient owes the tax." },
  K: { reasonCode: "VATEX-EU-IC", reason: "Intra-community supply of goods." },
  G: { reasonCode: "VATEX-EU-G", reason: "Export outside the European Union." },
  O: { reasonCode: "VATEX-EU-O", reason: "Outside the scope of tax." },
  E: { reasonCode: null, reason: "Exempt from tax." },
};

const MOST_DECIMALS = 6;

/** The rate with a caller's members merged into it, or a refusal that names everything that is wrong. */
export function decideTaxRate(rate: TaxRate, { percentage, ...members }: TaxRateInput): TaxRate {
  const exact = Decimal.parse(percentage === undefined ? rate.percentage : String(percentage));
  const merged = { ...rate, ...members, percentage: exact?.toString() ?? rate.percentage };
  // Unless it says which, a rate of nothing is zero-rated, and any other is an ordinary one.
  const isOrdinary = merged.categoryCode === "S" || merged.categoryCode === "Z";
  const byPercentage = exact?.isZero() === true ? "Z" : "S";
  const categoryCode = members.categoryCode ?? (isOrdinary ? byPercentage : merged.categoryCode);
  // The reason of another category is none of this one's.
  const { reason = null, reasonCode = null } = categoryCode === rate.categoryCode ? merged : members;
  const named = reason === null && reasonCode === null ? REASONS[categoryCode] : undefined;
  const decided = { ...merged, categoryCode, reason, reasonCode, ...named };
  const outOfRange = percentageFaults(exact);
  refuseFaults([...outOfRange, ...taxRateFaults(decided, outOfRange.length === 0 ? exact : undefined)]);
  return decided;
}

function percentageFaults(percentage: Decimal | undefined): Fault[] {
  const isRight =
    percentage !== undefined &&
    !percentage.isNegative() &&
    percentage.compare(HUNDRED) <= 0 &&
    percentage.round(MOST_DECIMALS, "down").equals(percentage);
  const detail = `A percentage is from 0 to 100, with at most ${MOST_DECIMALS} decimals.`;
  return isRight ? [] : [{ pointer: "/percentage", code: "out_of_range", detail }];
}

const HUNDRED = Decimal.of("100");

function taxRateFaults(rate: TaxRate, percentage: Decimal | undefined): Fault[] {
  const faults: Fault[] = [];
  const refuse = (member: keyof TaxRate, code: string, detail: string) =>
    faults.push({ pointer: `/${member}`, code, detail });
  const { categoryCode, reason, reasonCode, country, region, validFrom, validUntil } = rate;
  const isCharged = percentage?.isPositive() === true;
  if (percentage !== undefined && isCharged !== (categoryCode === "S")) {
    refuse("categoryCode", "does_not_fit", "S charges more than nothing, and every other category charges nothing.");
  }
  if (region !== null && country === null) refuse("country", "required", "A region is part of a country: name it.");
  if ((categoryCode === "S" || categoryCode === "Z") && (reason !== null || reasonCode !== null)) {
    const detail = "Only where nothing is charged for a reason of law is there a reason: not with S and Z.";
    refuse(reason === null ? "reasonCode" : "reason", "not_for_category", detail);
  }
  if (validFrom !== null && validUntil !== null && validUntil <= validFrom) {
    refuse("validUntil", "not_later", "The rate would end before it begins: its end is the first day without it.");
  }
  return faults;
}
