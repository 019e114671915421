import {
  assembleInvoice,
  type BillingPlan,
  Decimal,
  type InvoiceDraft,
  instantText,
  planBilling,
  type Slot,
  startOfDay,
  type ThresholdDue,
  type Usage,
} from "@counterfoil/engine";
import { billedSpend, readUsage, type SpendQuestion, type Tx, type UsageQuestion } from "@counterfoil/storage";
import type { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "./load-contracts.ts";
import { usageMetric } from "./usage-metric.ts";

/** A contract and the date on which it is to be billed; `exceptInvoiceId` when a draft is decided again. */
export interface BillingCase {
  readonly loaded: LoadedContract;
  readonly on: Temporal.PlainDate;
  readonly exceptInvoiceId: string | null;
}

/** What a case comes to: an invoice, nothing, or the reason why it cannot be decided. */
export type Decision =
  | { readonly kind: "invoice"; readonly draft: InvoiceDraft }
  | { readonly kind: "nothing" }
  | { readonly kind: "failed"; readonly failure: string };

/**
 * Decides many cases with one question for all their usage and one for all their earlier spend. A case that cannot be
 * decided fails alone (R-INV-5).
 */
export async function decideInvoices(tx: Tx, cases: readonly BillingCase[]): Promise<Decision[]> {
  const plans = cases.map((one) => attempt(() => planBilling(one.loaded.contract, one.on)));
  const usage = await readUsage(tx, cases.flatMap((one, index) => usageQuestions(one, plans[index], index)));
  const spend = await billedSpend(tx, cases.flatMap((one, index) => spendQuestions(one, plans[index], index)));
  const usageByKey = new Map(usage.map((answer) => [answer.key, answer]));
  return cases.map((one, index) => {
    const plan = plans[index];
    if (plan === undefined || "failure" in plan) return { kind: "failed", failure: plan?.failure ?? "no plan" };
    const draft = attempt(() =>
      assembleInvoice(one.loaded.contract, plan, {
        usageOf: (slot): Usage => ({
          quantity: sumOver(slot, (metricId) => usageByKey.get(usageKey(index, slot, metricId))?.quantity),
          eventCount: sumOver(slot, (metricId) => eventsOf(usageByKey.get(usageKey(index, slot, metricId)))),
        }),
        billedBefore: (due) => Decimal.of(spend.get(spendKey(index, due)) ?? "0"),
      }),
    );
    if (draft === undefined) return { kind: "nothing" };
    return "failure" in draft ? { kind: "failed", failure: draft.failure } : { kind: "invoice", draft };
  });
}

/** Several metrics on a price are added (R-RATE-4). */
function sumOver(slot: Slot, quantityOf: (metricId: string) => Decimal | undefined): Decimal {
  return Decimal.sum(slot.price.metricIds.map((metricId) => quantityOf(metricId) ?? Decimal.zero));
}

function eventsOf(answer: { readonly eventCount: number } | undefined): Decimal {
  return Decimal.ofInteger(answer?.eventCount ?? 0);
}

/** Usage is counted over the line's service period, turned into instants here and nowhere earlier (R-TIME-1). */
function usageQuestions(one: BillingCase, plan: Plan | undefined, index: number): UsageQuestion[] {
  if (plan === undefined || "failure" in plan) return [];
  const { contract, prices, account } = one.loaded;
  return plan.slots.flatMap((slot) =>
    (prices.get(slot.price.id)?.metrics ?? [])
      .filter((metric) => slot.kind === "usage" && slot.price.metricIds.includes(metric.id))
      .map((metric) => ({
        key: usageKey(index, slot, metric.id),
        accountId: account.id,
        metric: usageMetric(metric),
        start: instantText(startOfDay(slot.service.start, contract.timeZone)),
        end: instantText(startOfDay(slot.service.end, contract.timeZone)),
        throughSequence: null,
      })),
  );
}

function spendQuestions(one: BillingCase, plan: Plan | undefined, index: number): SpendQuestion[] {
  if (plan === undefined || "failure" in plan) return [];
  return plan.thresholds.map((due) => ({
    key: spendKey(index, due),
    subscriptionId: one.loaded.subscription.id,
    priceId: due.threshold.scope.kind === "price" ? due.threshold.scope.priceId : null,
    start: due.period.start.toString(),
    end: due.period.end.toString(),
    exceptInvoiceId: one.exceptInvoiceId,
  }));
}

function usageKey(index: number, slot: Slot, metricId: string): string {
  return `${index} ${slot.price.id} ${slot.service.start} ${metricId}`;
}

function spendKey(index: number, due: ThresholdDue): string {
  return `${index} ${due.threshold.id} ${due.period.start}`;
}

type Plan = BillingPlan | { readonly failure: string };

function attempt<Value>(decide: () => Value): Value | { readonly failure: string } {
  try {
    return decide();
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
