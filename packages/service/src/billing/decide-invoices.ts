import {
  assembleInvoice,
  type BillingPlan,
  type Decimal,
  decideLines,
  type InvoiceDraft,
  type InvoiceLineDraft,
  type LateUsage,
  type SlotUsage,
  type UsageSlot,
} from "@counterfoil/engine";
import { currentUsageSequence, type Tx } from "@counterfoil/storage";
import type { Temporal } from "temporal-polyfill";
import { readBilledLines } from "./billed-lines.ts";
import type { LoadedContract } from "./load-contracts.ts";
import { giveBackWithRelief } from "./relief.ts";
import { readSpending } from "./spending.ts";
import { readSlotUsage, usageQuestions } from "./slot-usage.ts";

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

/**
 * Decides many cases with a handful of questions for all of them: their usage, what was billed, what was spent. A case that
 * cannot be decided fails alone (R-INV-5).
 */
export async function decideInvoices(tx: Tx, cases: readonly BillingCase[]): Promise<Decision[]> {
  const planned = cases.map((one) => attempt((): Planned => ({ one, plan: one.plan() })));
  const going = planned.flatMap((step) => ("failure" in step ? [] : [step]));
  const questions = going.filter(({ one }) => one.assumed === undefined).flatMap(usageQuestions);
  const usageThrough = questions.length === 0 ? null : await currentUsageSequence(tx);
  const usage = await readSlotUsage(tx, questions, usageThrough);
  const billed = await readBilledLines(tx, going);
  const decide = (step: Planned, relief?: ReadonlyMap<string, Decimal>) => {
    const inputs = {
      usageOf: step.one.assumed ?? usage,
      billedLines: (priceId: string) => billed.of(step, priceId),
      letGoLines: (priceId: string) => billed.letGo(step, priceId),
    };
    return decideLines(step.one.loaded.contract, step.plan, inputs, relief);
  };
  const lines = new Map<Planned, InvoiceLineDraft[] | Failure>(
    going.map((step) => [step, attempt(() => decide(step))]),
  );
  const spending = await readSpending(
    tx,
    going.flatMap((step) => {
      const decided = lines.get(step);
      return decided === undefined || "failure" in decided ? [] : [{ step, lines: decided }];
    }),
  );
  const drafts = new Map<Planned, InvoiceDraft | undefined | Failure>();
  for (const [step, decided] of lines) {
    const first =
      "failure" in decided
        ? decided
        : attempt(() => assembleInvoice(step.one.loaded.contract, step.plan, decided, (due) => spending(step, due)));
    const isDecided = first === undefined || "failure" in first;
    const invoices = billed.invoicesLeft(step);
    drafts.set(
      step,
      isDecided || invoices.length === 0
        ? first
        : await giveBackWithRelief(tx, { step, invoices, decide: (relief) => decide(step, relief) }, first),
    );
  }
  return planned.map((step): Decision => {
    const draft = "failure" in step ? step : drafts.get(step);
    if (draft === undefined) return { kind: "nothing" };
    return "failure" in draft ? { kind: "failed", failure: draft.failure } : { kind: "invoice", draft, usageThrough };
  });
}

interface Failure {
  readonly failure: string;
}

function attempt<Value>(decide: () => Value): Value | Failure {
  try {
    return decide();
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
