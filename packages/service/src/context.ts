import type { DocumentRenderer } from "@counterfoil/documents";
import type { Database, Tx } from "@counterfoil/storage";
import type { Clock } from "./clock.ts";
import type { ElectronicRunner } from "./electronic-runner.ts";
import type { Ids } from "./ids.ts";
import type { Identity } from "./authentication/index.ts";
import type { PaymentApi } from "./payment-api.ts";
import type { Secrets } from "./secrets/index.ts";
import type { AllowedTargets } from "./targets.ts";

/** The actor that the audit log names (R-AUDIT-1). */
export type Actor =
  | { readonly type: "api_key"; readonly id: string }
  | { readonly type: "person"; readonly id: string }
  | { readonly type: "system"; readonly id: string }
  | { readonly type: "command"; readonly id: string }
  /** Anyone with the link of a quote. The ID is the subscription's. */
  | { readonly type: "quote_link"; readonly id: string }
  /** Anyone with the link of an invoice. The ID is the invoice's. */
  | { readonly type: "invoice_link"; readonly id: string }
  /** Anyone with the link of a portal. The ID is the account's. */
  | { readonly type: "portal_link"; readonly id: string }
  /** The payment provider, reporting on a payment. The ID is the provider's name. */
  | { readonly type: "payment_provider"; readonly id: string };

/** Everything that a use case may touch. Only the context reads the system's time, makes IDs and opens connections. */
export interface Context {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly documents: DocumentRenderer;
  readonly electronic: ElectronicRunner;
  readonly secrets: Secrets;
  /** Where the payment provider is reached. Default: the provider's own address. */
  readonly paymentApi?: PaymentApi | undefined;
  /** Where webhooks may go in addition to the public internet. Default: nowhere else. */
  readonly webhookTargets?: AllowedTargets | undefined;
  /** Where people sign in. Undefined if this server has no sign-in. */
  readonly identity?: Identity | undefined;
  /** The address of the customer pages, without a slash at the end. If undefined, documents contain no link. */
  readonly pagesAddress?: (() => string) | undefined;
  readonly organizationId: string;
  readonly actor: Actor;
  readonly requestId: string | null;
  /** The program that acts with the key, as it named itself: for example, an AI client. */
  readonly agent?: string | null | undefined;
  /** Whether the transaction is rolled back to show what a call would do. It then writes no mail. */
  readonly isPreview?: boolean;
  /** The caller's condition on the current resource. Throws if the resource has changed (`requireUnchanged`). */
  readonly precondition?: ((current: object) => void) | undefined;
  /** The key in catalog files that the created object gets (`claimCatalogKey`). */
  readonly catalogKey?: string | undefined;
}

/** A context inside a transaction. */
export interface Work extends Context {
  readonly tx: Tx;
}

/**
 * Runs a use case's decision and its writes in one transaction of the context's organization. After a deadlock or a
 * serialization failure the transaction is rolled back and `work` runs again (docs/locking.md). So `work` must not call
 * anything outside, and must not change anything that a rollback does not undo.
 */
export function transact<Result>(context: Context, work: (work: Work) => Promise<Result>): Promise<Result> {
  return context.database.transaction(context.organizationId, (tx) => work({ ...context, tx }));
}

/** Runs a use case that only reads. */
export function read<Result>(context: Context, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return context.database.read(context.organizationId, work);
}
