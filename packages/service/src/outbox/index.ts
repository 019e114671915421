export { attemptOnce, type Attempts, type Outcome } from "./attempt-once.ts";
export { LONGEST_RETRY_AFTER_SECONDS, RETRY_POLICIES, UNDECIDED_SECONDS } from "./retry-policies.ts";
export { leaseOf, type Outbox, workOutbox } from "./work-outbox.ts";
