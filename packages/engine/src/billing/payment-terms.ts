import type { Temporal } from "temporal-polyfill";

/** When an invoice is due, in days after its issue. `indefinite` sets no due date. */
export const PAYMENT_TERMS = ["on_issue", "net_7", "net_15", "net_30", "net_60", "net_90", "indefinite"] as const;
export type PaymentTerms = (typeof PAYMENT_TERMS)[number];

const DAYS: Record<PaymentTerms, number | null> = {
  on_issue: 0,
  net_7: 7,
  net_15: 15,
  net_30: 30,
  net_60: 60,
  net_90: 90,
  indefinite: null,
};

/** The due date of an invoice that was issued on `issuedOn`, or null if it has none. */
export function dueOn(issuedOn: Temporal.PlainDate, terms: PaymentTerms): Temporal.PlainDate | null {
  const days = DAYS[terms];
  return days === null ? null : issuedOn.add({ days });
}

/** The number of days until an invoice is due: 0 on receipt, null if there is no due date. */
export function paymentDays(terms: PaymentTerms): number | null {
  return DAYS[terms];
}
