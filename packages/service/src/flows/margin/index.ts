export { MARGIN_GROUPS, type MarginAmounts } from "./margin-figures.ts";
export { marginOfAccounts } from "./margin-of-accounts.ts";
export { type Margin, type MarginItem, readMargin } from "./read-margin.ts";
