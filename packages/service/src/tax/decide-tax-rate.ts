import { Decimal, type TaxCategoryCode } from "@counterfoil/engine";
import { countryFaults } from "../codes.ts";
import { type Fault, refuseFaults } from "../errors/index.ts";
import type { TaxRate, TaxRateInput } from "./tax-rate.ts";

/** The legally required reason of a category, if the rate has none of its own. */
const REASONS: Partial<Record<TaxCategoryCode, Pick<TaxRate, "reasonCode" | "reason">>> = {
  AE: { reasonCode: "VATEX-EU-AE", reason: "Reverse charge: the recipient owes the tax." },
  K: { reasonCode: "VATEX-EU-IC", reason: "Intra-community supply of goods." },
  G: { reasonCode: "VATEX-EU-G", reason: "Export outside the European Union." },
  O: { reasonCode: "VATEX-EU-O", reason: "Outside the scope of tax." },
  E: { reasonCode: null, reason: "Exempt from tax." },
};

const MOST_DECIMALS = 6;

/** The rate with a caller's members merged into it. Throws all faults together. */
export function decideTaxRate(rate: TaxRate, { percentage, ...members }: TaxRateInput): TaxRate {
  const exact = Decimal.parse(percentage === undefined ? rate.percentage : String(percentage));
  const merged = { ...rate, ...members, percentage: exact?.toString() ?? rate.percentage };
  // Without a given category, a rate of 0 is zero-rated and any other is standard.
  const isOrdinary = merged.categoryCode === "S" || merged.categoryCode === "Z";
  const byPercentage = exact?.isZero() === true ? "Z" : "S";
  const categoryCode = members.categoryCode ?? (isOrdinary ? byPercentage : merged.categoryCode);
  // A reason does not carry over to another category.
  const { reason = null, reasonCode = null } = categoryCode === rate.categoryCode ? merged : members;
  const named = reason === null && reasonCode === null ? REASONS[categoryCode] : undefined;
  const decided = { ...merged, categoryCode, reason, reasonCode, ...named };
  const outOfRange = percentageFaults(exact);
  // A rate may have a country from before countries were checked.
  const unknown = merged.country === rate.country ? [] : countryFaults("/country", merged.country);
  refuseFaults([...outOfRange, ...unknown, ...taxRateFaults(decided, outOfRange.length === 0 ? exact : undefined)]);
  return decided;
}

function percentageFaults(percentage: Decimal | undefined): Fault[] {
  const isRight =
    percentage !== undefined &&
    !percentage.isNegative() &&
    percentage.compare(HUNDRED) <= 0 &&
    percentage.round(MOST_DECIMALS, "down").equals(percentage);
  const detail = `The percentage must be from 0 to 100, with at most ${MOST_DECIMALS} decimals.`;
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
    refuse(
      "categoryCode",
      "does_not_fit",
      "The percentage must be greater than 0 in category S and 0 in every other category.",
    );
  }
  if (region !== null && country === null) refuse("country", "required", "A region needs its country. Set country.");
  if ((categoryCode === "S" || categoryCode === "Z") && (reason !== null || reasonCode !== null)) {
    const detail = "The categories S and Z have no exemption reason. Leave out reason and reasonCode.";
    refuse(reason === null ? "reasonCode" : "reason", "not_for_category", detail);
  }
  if (validFrom !== null && validUntil !== null && validUntil <= validFrom) {
    refuse("validUntil", "not_later", "validUntil must be later than validFrom. It is the first day without the rate.");
  }
  return faults;
}
