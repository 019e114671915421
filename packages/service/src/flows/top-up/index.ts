export { topUpDueAccounts } from "./top-up-credit.ts";
