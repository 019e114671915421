import { Decimal } from "@counterfoil/engine";
import type { PriceRow, ProductRow } from "@counterfoil/storage";
import { currencyFaults } from "../codes.ts";
import type { Fault } from "../errors/index.ts";

type Terms = Pick<PriceRow, "currency" | "billingInterval" | "discount" | "minimumSpend" | "maximumSpend">;

/** The faults of a price except those of its model and its metrics. `product` is missing if it has a fault itself. */
export function priceTermFaults(price: Terms, product: ProductRow | undefined, pointer: string): Fault[] {
  const faults: Fault[] = currencyFaults(`${pointer}/currency`, price.currency);
  const refuse: Refuse = (member, code, detail) => faults.push({ pointer: `${pointer}/${member}`, code, detail });
  if (product?.billingFrequency === "recurring" && price.billingInterval === null) {
    refuse(
      "billingInterval",
      "required",
      "A price of a recurring product needs a billing interval. Set billingInterval.",
    );
  }
  if (product?.billingFrequency === "one-off" && price.billingInterval !== null) {
    refuse("billingInterval", "not_for_one_off", "A one-off price is charged once. Leave out billingInterval.");
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
  if (amount.isNegative()) refuse("discount/amount/value", "negative", "The discount must not be negative.");
  if (discount.discountType === "percentage" && amount.compare(HUNDRED) > 0) {
    refuse("discount/amount/value", "above_hundred", "A percentage discount must be at most 100.");
  }
  if (discount.periodLength !== null && discount.periodType === null) {
    refuse("discount/periodType", "required", "periodLength needs a periodType. Send both, or neither.");
  }
  if (discount.periodType !== null && discount.periodLength === null) {
    refuse("discount/periodLength", "required", "periodType needs a periodLength. Send both, or neither.");
  }
}

function spendFaults({ minimumSpend, maximumSpend }: Terms, refuse: Refuse): void {
  for (const [member, spend] of Object.entries({ minimumSpend, maximumSpend })) {
    if (spend !== null && Decimal.of(spend.amount.value).isNegative()) {
      refuse(`${member}/amount/value`, "negative", "The amount must not be negative.");
    }
  }
  if (minimumSpend === null || maximumSpend === null || minimumSpend.period !== maximumSpend.period) return;
  if (Decimal.of(minimumSpend.amount.value).compare(Decimal.of(maximumSpend.amount.value)) > 0) {
    refuse("maximumSpend/amount/value", "below_minimum", "The maximum spend must not be below the minimum spend.");
  }
}
