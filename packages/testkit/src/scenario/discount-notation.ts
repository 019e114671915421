const NOTATION = /^(?<amount>[\d.]+)(?<percent> %)?(?: for (?<value>\d+) (?<unit>days|weeks|months|years))?$/;

interface WrittenDiscount {
  readonly amount: string;
  readonly type: "percentage" | "amount";
  readonly duration: { readonly value: number; readonly unit: string } | null;
}

function parse(text: string): WrittenDiscount {
  const { amount, percent, value, unit } = NOTATION.exec(text)?.groups ?? {};
  if (amount === undefined) throw new Error(`a discount must be like "20 % for 3 months" or "15.00", not ${text}`);
  const duration = value === undefined || unit === undefined ? null : { value: Number(value), unit };
  return { amount, type: percent === undefined ? "amount" : "percentage", duration };
}

/** The discount of a subscription or plan: `20 % for 3 months`; without a duration it applies forever. */
export function discount(text: string): object {
  const { amount, type, duration } = parse(text);
  const lasting = { durationType: "fixed", durationValue: duration?.value, durationUnit: duration?.unit };
  return { discountType: type, amount, ...(duration === null ? { durationType: "forever" } : lasting) };
}

/** The discount of a price, in the same notation. */
export function priceDiscount(text: string): object {
  const { amount, type, duration } = parse(text);
  const lasting = { periodLength: duration?.value, periodType: duration?.unit };
  return { discountType: type, amount: { value: amount }, ...(duration === null ? {} : lasting) };
}
