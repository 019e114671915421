export { eraseAccount } from "./erase-account.ts";
export { eraseMember, erasePerson } from "./erase-person.ts";
