import type { DocumentRenderer } from "@counterfoil/documents";
import type { Database, Tx } from "@counterfoil/storage";
import type { Clock } from "./clock.ts";
import type { ElectronicRunner } from "./electronic-runner.ts";
import type { Ids } from "./ids.ts";
import type { Identity } from "./authentication/index.ts";
import type { PaymentApi } from "./payment-api.ts";
import type { Secrets } from "./secrets/index.ts";
import type { AllowedTargets } from "./targets.ts";

/** Who acts: what the audit log names (R-AUDIT-1). */
export type Actor =
  | { readonly type: "api_key"; readonly id: string }
  | { readonly type: "person"; readonly id: string }
  | { readonly type: "system"; readonly id: string }
  | { readonly type: "command"; readonly id: string }
  /** Whoever holds the link of a quote; the id is the subscription's. */
  | { readonly type: "quote_link"; readonly id: string }
  /** Whoever holds the link of an invoice; the id is the invoice's. */
  | { readonly type: "invoice_link"; readonly id: string }
  /** Whoever holds the link of a portal; the id is the account's. */
  | { readonly type: "portal_link"; readonly id: string }
  /** Who takes payments, telling what became of one; the id is its name. */
  | { readonly type: "payment_provider"; readonly id: string };

/** All that a use case may touch. Nothing reads the system's time, makes an id or opens a connection by another way. */
export interface Context {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly documents: DocumentRenderer;
  readonly electronic: ElectronicRunner;
  readonly secrets: Secrets;
  /** Where the payment provider is reached; its own address where nothing is said. */
  readonly paymentApi?: PaymentApi | undefined;
  /** Where webhooks may go beside the public internet; nowhere else where nothing is said. */
  readonly webhookTargets?: AllowedTargets | undefined;
  /** Where people sign in; none where nobody does. */
  readonly identity?: Identity | undefined;
  /** Where customers reach the pages, without a slash at the end. Where nothing is said, documents carry no link. */
  readonly pagesAddress?: (() => string) | undefined;
  readonly organizationId: string;
  readonly actor: Actor;
  readonly requestId: string | null;
  /** What the caller wants the resource still to be: throws when it is another by now (`requireUnchanged`). */
  readonly precondition?: ((current: object) => void) | undefined;
}

/** A context inside a transaction. */
export interface Work extends Context {
  readonly tx: Tx;
}

/**
 * Runs a use case's decision and its writes in one transaction of the context's organization. After a deadlock or a serialization
 * failure it is rolled back and runs again as a whole (docs/locking.md), so `work` calls nothing outside and changes nothing that
 * a rollback does not take back.
 */
export function transact<Result>(context: Context, work: (work: Work) => Promise<Result>): Promise<Result> {
  return context.database.transaction(context.organizationId, (tx) => work({ ...context, tx }));
}

/** Runs a use case that only reads. */
export function read<Result>(context: Context, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return context.database.read(context.organizationId, work);
}
