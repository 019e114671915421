import type { Temporal } from "temporal-polyfill";

/** When an invoice is due, counted in days from its issue; `indefinite` sets no date. */
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

/** The calendar date by which an invoice issued on `issuedOn` is to be paid, or null when it is open. */
export function dueOn(issuedOn: Temporal.PlainDate, terms: PaymentTerms): Temporal.PlainDate | null {
  const days = DAYS[terms];
  return days === null ? null : issuedOn.add({ days });
}

/** Days within which an invoice is to be paid, 0 on receipt; null when it is open. */
export function paymentDays(terms: PaymentTerms): number | null {
  return DAYS[terms];
}
