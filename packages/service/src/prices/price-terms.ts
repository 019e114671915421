import { Decimal, isCurrency } from "@counterfoil/engine";
import type { PriceRow, ProductRow } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";

type Terms = Pick<PriceRow, "currency" | "billingInterval" | "discount" | "minimumSpend" | "maximumSpend">;

/** What is wrong with a price beside its model and its metrics. `product` is missing where it is itself the fault. */
export function priceTermFaults(price: Terms, product: ProductRow | undefined, pointer: string): Fault[] {
  const faults: Fault[] = [];
  const refuse: Refuse = (member, code, detail) => faults.push({ pointer: `${pointer}/${member}`, code, detail });
  if (!isCurrency(price.currency)) {
    refuse("currency", "unknown_currency", `${price.currency} is no ISO 4217 code.`);
  }
  if (product?.billingFrequency === "recurring" && price.billingInterval === null) {
    refuse("billingInterval", "required", "A price of a recurring product needs a billing interval.");
  }
  if (product?.billingFrequency === "one-off" && price.billingInterval !== null) {
    refuse("billingInterval", "not_for_one_off", "A one-off price is charged once and has no billing interval.");
  }
  discountFaults(price.discount, refuse);
  spendFaults(price, refuse);
  return faults;
}

type Refuse = (member: string, code: string, detail: string) => void;

const HUNDRED = Decimal.of("100");

function discountFaults(discount: Terms["discount"], refuse: Refuse): void {
  if (discount === null) return;
  const amount = Decimal.of(discount.amount.value);
  if (amount.isNegative()) refuse("discount/amount/value", "negative", "A discount cannot be negative.");
  if (discount.discountType === "percentage" && amount.compare(HUNDRED) > 0) {
    refuse("discount/amount/value", "above_hundred", "A discount takes off at most 100 per cent.");
  }
  if (discount.periodLength !== null && discount.periodType === null) {
    refuse("discount/periodType", "required", "periodLength needs the periodType in which it is counted.");
  }
  if (discount.periodType !== null && discount.periodLength === null) {
    refuse("discount/periodLength", "required", "periodType needs a periodLength.");
  }
}

function spendFaults({ minimumSpend, maximumSpend }: Terms, refuse: Refuse): void {
  for (const [member, spend] of Object.entries({ minimumSpend, maximumSpend })) {
    if (spend !== null && Decimal.of(spend.amount.value).isNegative()) {
      refuse(`${member}/amount/value`, "negative", "A spend limit cannot be negative.");
    }
  }
  if (minimumSpend === null || maximumSpend === null || minimumSpend.period !== maximumSpend.period) return;
  if (Decimal.of(minimumSpend.amount.value).compare(Decimal.of(maximumSpend.amount.value)) > 0) {
    refuse("maximumSpend/amount/value", "below_minimum", "The maximum spend is below the minimum spend.");
  }
}
