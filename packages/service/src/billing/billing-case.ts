import type { BillingPlan, InvoiceDraft, LateUsage, SlotUsage, UsageSlot } from "@counterfoil/engine";
import type { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "../contracts/index.ts";

/** A contract and what is to be billed of it. */
export interface BillingCase {
  readonly loaded: LoadedContract;
  readonly on: Temporal.PlainDate;
  /** Late usage that the plan corrects: it is done with when the case is. */
  readonly late: readonly LateUsage[];
  /** What falls due. Asked once; what it throws fails this case alone. */
  plan(): BillingPlan;
  /** The draft that is decided again: its own lines do not count as billed. */
  readonly draftId: string | null;
  /** The void invoice that the draft bills again, so that nothing of it was let go. */
  readonly replacesInvoiceId?: string | null;
  /** Whether the date may have been billed before: what is on an invoice already is then left out. */
  readonly isBilledAgain: boolean;
  /** What is supposed to be used, in place of what was. */
  readonly assumed?: ((slot: UsageSlot) => SlotUsage) | undefined;
}

export interface DecidedInvoice {
  readonly kind: "invoice";
  readonly draft: InvoiceDraft;
  /** The sequence up to which usage was counted; null where none was asked for. */
  readonly usageThrough: string | null;
}

/** What a case comes to: an invoice, nothing, or the reason why it cannot be decided. */
export type Decision =
  DecidedInvoice | { readonly kind: "nothing" } | { readonly kind: "failed"; readonly failure: string };

/** A case and what it led to so far, or why it could not go on. */
export interface Planned {
  readonly one: BillingCase;
  readonly plan: BillingPlan;
}
