export { ACCOUNT_STATUSES } from "./account-billing.ts";
export { listAccountsWithBilling } from "./list-accounts-with-billing.ts";
export { summarizeAccounts, summarizeInvoices, summarizePayments, summarizeSubscriptions } from "./summarize-lists.ts";
