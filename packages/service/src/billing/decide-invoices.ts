import {
  assembleInvoice,
  type Decimal,
  decideLines,
  type InvoiceDraft,
  type InvoiceLineDraft,
} from "@counterfoil/engine";
import { currentUsageSequence, type Tx } from "@counterfoil/storage";
import { failureMessage } from "../errors/index.ts";
import { readBilledLines } from "./billed-lines.ts";
import type { ForeseenLines } from "./foreseen-lines.ts";
import { giveBackWithRelief } from "./relief.ts";
import { readSpending } from "./spending.ts";
import { type ExpectedEvent, readSlotUsage, usageQuestions } from "./slot-usage.ts";
import type { BillingCase, Decision, Planned } from "./billing-case.ts";

export interface DecidingOptions {
  /** Whether nothing of the decision is stored. */
  readonly isOnlyShown?: boolean;
  /** Events that count as if they were stored. All cases are of their account. */
  readonly expected?: readonly ExpectedEvent[];
  /** Only events before this instant count. For what is only shown. */
  readonly until?: string | undefined;
  /** Drafts that wait, as they would be issued now. They are stored as they were when they were last decided. */
  readonly foreseen?: ForeseenLines | undefined;
}

/**
 * Decides many cases with a few queries for all of them: their usage, what was billed, what was spent. A case that
 * cannot be decided fails alone (R-INV-5). What is only shown counts the usage stored by now and waits for no batch, so a
 * transaction that has issued an invoice may still ask for it (docs/locking.md).
 */
export async function decideInvoices<Case extends BillingCase>(
  tx: Tx,
  cases: readonly Case[],
  { isOnlyShown = false, expected = [], until, foreseen = new Map() }: DecidingOptions = {},
): Promise<DecidedCase<Case>[]> {
  const planned = cases.map((one) => ({ one, step: orFailure((): Planned => ({ one, plan: one.plan() })) }));
  const going = planned.flatMap(({ step }) => ("failure" in step ? [] : [step]));
  const questions = going
    .filter(({ one }) => one.assumed === undefined)
    .flatMap((step) => usageQuestions(step, expected, until));
  const usageThrough = questions.length === 0 || isOnlyShown ? null : await currentUsageSequence(tx);
  const usage = await readSlotUsage(tx, questions, usageThrough);
  const billed = await readBilledLines(tx, going, foreseen);
  const decide = (step: Planned, relief?: ReadonlyMap<string, Decimal>) => {
    const inputs = {
      usageOf: step.one.assumed ?? usage,
      billedLines: (priceId: string) => billed.of(step, priceId),
      letGoLines: (priceId: string) => billed.letGo(step, priceId),
    };
    return decideLines(step.one.loaded.contract, step.plan, inputs, relief);
  };
  const lines = new Map<Planned, InvoiceLineDraft[] | Failure>(
    going.map((step) => [step, orFailure(() => decide(step))]),
  );
  const spending = await readSpending(
    tx,
    going.flatMap((step) => {
      const decided = lines.get(step);
      return decided === undefined || "failure" in decided ? [] : [{ step, lines: decided }];
    }),
    foreseen,
  );
  const drafts = new Map<Planned, InvoiceDraft | undefined | Failure>();
  for (const [step, decided] of lines) {
    const first =
      "failure" in decided
        ? decided
        : orFailure(() => assembleInvoice(step.one.loaded.contract, step.plan, decided, (due) => spending(step, due)));
    const isDecided = first === undefined || "failure" in first;
    const invoices = billed.invoicesLeft(step);
    drafts.set(
      step,
      isDecided || invoices.length === 0
        ? first
        : await giveBackWithRelief(tx, { step, invoices, decide: (relief) => decide(step, relief), foreseen }, first),
    );
  }
  return planned.map(({ one, step }) => {
    const draft = "failure" in step ? step : drafts.get(step);
    return { one, decision: toDecision(draft, usageThrough) };
  });
}

/** A case and its decision. */
export interface DecidedCase<Case extends BillingCase> {
  readonly one: Case;
  readonly decision: Decision;
}

function toDecision(draft: InvoiceDraft | Failure | undefined, usageThrough: string | null): Decision {
  if (draft === undefined) return { kind: "nothing" };
  return "failure" in draft ? { kind: "failed", failure: draft.failure } : { kind: "invoice", draft, usageThrough };
}

interface Failure {
  readonly failure: string;
}

/** The decided value, or why it could not be decided. */
function orFailure<Value>(decide: () => Value): Value | Failure {
  try {
    return decide();
  } catch (error) {
    return { failure: failureMessage(error) };
  }
}
