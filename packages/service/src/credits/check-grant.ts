import { amountBounds, boundsText, Decimal, isCurrency, minorUnits } from "@counterfoil/engine";
import type { CreditGrantRow } from "@counterfoil/storage";
import { currencyFaults } from "../codes.ts";
import type { Fault } from "../errors/index.ts";

/**
 * The data to check a grant against: the products that its caller names and those that exist, its metric, and the
 * account's current time.
 */
interface GrantCheck {
  readonly productIds: readonly string[];
  readonly products: ReadonlySet<string>;
  readonly isKnownMetric: boolean;
  readonly now: string;
}

/** What is wrong with a grant, member by member. */
export function checkGrant(
  { currency, metricId, amount, effectiveAt, expiresAt }: CreditGrantRow,
  { productIds, products, isKnownMetric, now }: GrantCheck,
): Fault[] {
  const faults: Fault[] = [];
  const refuse = (member: string, code: string, detail: string) => faults.push({ pointer: `/${member}`, code, detail });
  // Text that is not a decimal was already refused.
  const value = Decimal.parse(amount ?? "") ?? Decimal.one;
  if (!value.isPositive()) refuse("amount", "not_positive", "The amount must be greater than 0.");
  if (currency !== null && metricId !== null) {
    refuse(
      "metricId",
      "money_or_units",
      "Credit is either money or units of a metric. Send currency or metricId, not both.",
    );
  } else if (currency !== null && !isCurrency(currency)) {
    faults.push(...currencyFaults("/currency", currency));
  } else if (currency !== null && !value.round(minorUnits(currency), "down").equals(value)) {
    refuse(
      "amount",
      "too_many_decimals",
      `The amount must have at most ${minorUnits(currency)} decimals in ${currency}.`,
    );
  } else if (currency !== null && !value.fits(amountBounds)) {
    refuse("amount", "out_of_range", `The amount must have ${boundsText(amountBounds)}.`);
  } else if (currency === null && metricId === null) {
    refuse("currency", "required", "Set the unit of the amount: send currency or metricId.");
  }
  if (metricId !== null && !isKnownMetric) {
    refuse("metricId", "unknown_metric", `There is no metric ${JSON.stringify(metricId)}.`);
  }
  if (expiresAt !== null && expiresAt <= effectiveAt) {
    refuse("expiresAt", "not_later", "expiresAt must be later than effectiveAt.");
  } else if (expiresAt !== null && expiresAt <= now) {
    refuse("expiresAt", "in_the_past", `${expiresAt} is in the past. expiresAt must be a future time.`);
  }
  for (const [index, id] of productIds.entries()) {
    if (!products.has(id))
      refuse(`productIds/${index}`, "unknown_product", `There is no product ${JSON.stringify(id)}.`);
  }
  return faults;
}
