import type { Context } from "../../context.ts";
import type { DomainError } from "../../errors/index.ts";
import type { CheckedEvent } from "../../events/index.ts";
import type { CreditLedger, HoldNamed } from "./credit-ledger.ts";

/** A call that holds credit, or ends a hold. */
export interface CreditCall {
  readonly context: Context;
  /** The account, by ID or alias. */
  readonly reference: string;
  /** The holds that the call asks for. */
  readonly holds: readonly HoldNamed[];
  /** The events that it stores if it is accepted. */
  readonly events: readonly CheckedEvent[];
  /** The pointer of the member of the request with the events. */
  readonly eventsAt: string;
  /** Whether it is decided by limits. Otherwise it needs no other accounts of a family. */
  readonly isLimited: boolean;
  /** Decides on the ledger. What a call that is refused changed is taken back. */
  readonly decide: (ledger: CreditLedger, events: StoredBefore) => Promise<unknown>;
}

/** What the database knows about the events of calls. */
export interface StoredBefore {
  /** Which of their unique IDs events already have. */
  readonly taken: ReadonlySet<string>;
  /** The IDs of the accounts that they name. */
  readonly accountOf: ReadonlyMap<string, string>;
}

export type CreditOutcome =
  | { readonly answer: unknown }
  | { readonly refusal: DomainError }
  /** The transaction of the call failed. */
  | { readonly failure: unknown };
