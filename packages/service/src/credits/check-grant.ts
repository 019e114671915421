import { amountBounds, boundsText, Decimal, isCurrency, minorUnits } from "@counterfoil/engine";
import type { CreditGrantRow } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";

/** What a grant is held against: the products that its caller names and those that exist, its metric, and the account's present. */
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
  // What is no decimal was refused before.
  const value = Decimal.parse(amount ?? "") ?? Decimal.one;
  if (!value.isPositive()) refuse("amount", "not_positive", "Credit is more than 0.");
  if (currency !== null && metricId !== null) {
    refuse(
      "metricId",
      "money_or_units",
      "Credit is of money or of a metric's units; send one of currency and metricId.",
    );
  } else if (currency !== null && !isCurrency(currency)) {
    refuse("currency", "unknown_currency", `${currency} is no ISO 4217 code.`);
  } else if (currency !== null && !value.round(minorUnits(currency), "down").equals(value)) {
    refuse("amount", "too_many_decimals", `${currency} has ${minorUnits(currency)} decimals.`);
  } else if (currency !== null && !value.fits(amountBounds)) {
    refuse("amount", "out_of_range", `An amount of money has ${boundsText(amountBounds)}.`);
  } else if (currency === null && metricId === null) {
    refuse("currency", "required", "Say what the amount is counted in: a currency, or a metricId.");
  }
  if (metricId !== null && !isKnownMetric) {
    refuse("metricId", "unknown_metric", `There is no metric ${JSON.stringify(metricId)}.`);
  }
  if (expiresAt !== null && expiresAt <= effectiveAt) {
    refuse("expiresAt", "not_later", "It expires before it begins.");
  } else if (expiresAt !== null && expiresAt <= now) {
    refuse("expiresAt", "in_the_past", "It would be expired already.");
  }
  for (const [index, id] of productIds.entries()) {
    if (!products.has(id))
      refuse(`productIds/${index}`, "unknown_product", `There is no product ${JSON.stringify(id)}.`);
  }
  return faults;
}
