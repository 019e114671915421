import {
  ACCOUNT_FIELDS,
  INVOICE_FIELDS,
  PAYMENT_FIELDS,
  SUBSCRIPTION_FIELDS,
  summarizeAccounts,
  summarizeInvoices,
  summarizePayments,
  summarizeSubscriptions,
} from "@counterfoil/service";
import { route } from "../route.ts";
import { accountsSummary, invoicesSummary, paymentsSummary, subscriptionsSummary } from "../schemas/list-summary.ts";

const description = "Takes the `filters` of the list. Counts every item that matches, not only one page.";
const common = { method: "GET", scope: "read", status: 200, description } as const;

export const listSummaryRoutes = [
  route({
    ...common,
    path: "/summaries/accounts",
    operationId: "summarizeAccounts",
    tag: "Accounts",
    summary: "Get counts of accounts and what they owe",
    list: { fields: ACCOUNT_FIELDS, filtersOnly: true },
    response: accountsSummary,
    handle: ({ context, list }) => summarizeAccounts(context, list),
  }),
  route({
    ...common,
    path: "/summaries/invoices",
    operationId: "summarizeInvoices",
    tag: "Invoices",
    summary: "Get counts and totals of invoices",
    list: { fields: INVOICE_FIELDS, filtersOnly: true },
    response: invoicesSummary,
    handle: ({ context, list }) => summarizeInvoices(context, list),
  }),
  route({
    ...common,
    path: "/summaries/subscriptions",
    operationId: "summarizeSubscriptions",
    tag: "Subscriptions",
    summary: "Get counts of subscriptions",
    list: { fields: SUBSCRIPTION_FIELDS, filtersOnly: true },
    response: subscriptionsSummary,
    handle: ({ context, list }) => summarizeSubscriptions(context, list),
  }),
  route({
    ...common,
    path: "/summaries/payments",
    operationId: "summarizePayments",
    tag: "Payments",
    summary: "Get counts and totals of payments",
    list: { fields: PAYMENT_FIELDS, filtersOnly: true },
    response: paymentsSummary,
    handle: ({ context, list }) => summarizePayments(context, list),
  }),
];
