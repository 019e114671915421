import Type, { type TSchema } from "typebox";
import { currency, decimal, record } from "./schema.ts";

const wholeNumber = (description: string) => Type.Integer({ minimum: 0, description });

const counted = {
  count: wholeNumber("The number of items that match all filters."),
  statuses: Type.Array(record({ status: Type.String(), count: Type.Integer() }, { title: "StatusCount" }), {
    description:
      "The number of items in each status that match the other filters: filters on the status itself are left out.",
  }),
};

const totals = <Sums extends Record<string, TSchema>>(title: string, sums: Sums) =>
  Type.Array(record({ currency, count: Type.Integer(), ...sums }, { title }), {
    description: "The items that match all filters, by currency.",
  });

const dueOnly = { ...decimal, description: "The amount due on issued and overdue invoices." };

export const invoicesSummary = record(
  { ...counted, totals: totals("InvoiceTotals", { total: decimal, amountDue: dueOnly }) },
  { title: "InvoicesSummary" },
);
export const paymentsSummary = record(
  { ...counted, totals: totals("PaymentTotals", { amount: decimal, refundedAmount: decimal }) },
  { title: "PaymentsSummary" },
);
export const subscriptionsSummary = record(
  {
    ...counted,
    paused: wholeNumber("Active subscriptions that match the other filters and are paused."),
    ending: wholeNumber("Active subscriptions that match the other filters and have an end date."),
  },
  { title: "SubscriptionsSummary" },
);
export const accountsSummary = record(
  {
    ...counted,
    owed: Type.Array(record({ currency, invoices: Type.Integer(), amount: decimal }, { title: "OwedTotals" }), {
      description: "The amount due on issued and overdue invoices of the accounts that match all filters.",
    }),
  },
  { title: "AccountsSummary" },
);
