export { type ErrorCode, ERRORS } from "./catalogue.ts";
export { DomainError, invalid, notFound, refuseFaults, refuseParameters } from "./domain-error.ts";
export type { Fault } from "./fault.ts";
export { failureMessage } from "./failure-message.ts";
