export { getAccountFamily, updateAccountFamily } from "./account-family.ts";
