export { type Account, type AccountInput, type Address, toAccount } from "./account.ts";
export { createAccount } from "./create-account.ts";
export { followTimeZone } from "./follow-time-zone.ts";
export { getAccount, listAccounts } from "./read-accounts.ts";
export { type Balance, balanceOf, getBalance } from "./read-balance.ts";
export { updateAccount } from "./update-account.ts";
