import type { BillingPlan, InvoiceDraft, LateUsage, SlotUsage, UsageSlot } from "@counterfoil/engine";
import type { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "../contracts/index.ts";

/** A contract and what to bill for it. */
export interface BillingCase {
  readonly loaded: LoadedContract;
  readonly on: Temporal.PlainDate;
  /** Late usage that the plan corrects. It is done when the case is. */
  readonly late: readonly LateUsage[];
  /** Returns what falls due. Called once; an error fails this case alone. */
  plan(): BillingPlan;
  /** The draft that is decided again. Its own lines do not count as billed. */
  readonly draftId: string | null;
  /** The void invoice that the draft replaces, so that none of its charges count as let go. */
  readonly replacesInvoiceId?: string | null;
  /** Whether the date may have been billed before. If so, what is already on an invoice is left out. */
  readonly isBilledAgain: boolean;
  /** Assumed usage that replaces the actual usage. */
  readonly assumed?: ((slot: UsageSlot) => SlotUsage) | undefined;
}

export interface DecidedInvoice {
  readonly kind: "invoice";
  readonly draft: InvoiceDraft;
  /** The sequence up to which usage was counted. Null if no usage was needed. */
  readonly usageThrough: string | null;
}

/** The result of a case: an invoice, nothing, or the reason why it cannot be decided. */
export type Decision =
  DecidedInvoice | { readonly kind: "nothing" } | { readonly kind: "failed"; readonly failure: string };

/** A case with its result so far, or the reason why it failed. */
export interface Planned {
  readonly one: BillingCase;
  readonly plan: BillingPlan;
}
