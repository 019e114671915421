import {
  assembleInvoice,
  type BilledLine,
  type DatePeriod,
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
import {
  type BilledLineRow,
  type BilledLinesQuestion,
  billedSpend,
  findBilledLines,
  type InvoiceLineRow,
  readUsage,
  type SpendQuestion,
  type Tx,
  type UsageQuestion,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "./load-contracts.ts";
import { planOfDraft } from "./plan-of-draft.ts";
import { requireMeasured } from "../usage/require-measured.ts";
import { usageMetric } from "./usage-metric.ts";

/** A contract and the date on which it is to be billed. */
export interface BillingCase {
  readonly loaded: LoadedContract;
  readonly on: Temporal.PlainDate;
  /** A draft whose usage is counted again: what it charges is settled, and its own lines do not count as billed. */
  readonly draft: { readonly id: string; readonly lines: readonly InvoiceLineRow[] } | null;
  /** Whether the date may have been billed before: what is on an invoice already is then left out. */
  readonly isBilledAgain: boolean;
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
  const plans = cases.map((one) =>
    attempt(() =>
      one.draft === null
        ? planBilling(one.loaded.contract, one.on)
        : planOfDraft(one.loaded.contract, one.on, one.draft.lines),
    ),
  );
  const usage = await readUsage(
    tx,
    cases.flatMap((one, index) => usageQuestions(one, plans[index], index)),
  );
  const spend = await billedSpend(
    tx,
    cases.flatMap((one, index) => [
      ...spendQuestions(one, plans[index], index),
      ...discountQuestions(one, plans[index], index),
    ]),
  );
  const billed = await findBilledLines(
    tx,
    cases.flatMap((one, index) => billedQuestions(one, plans[index], index)),
  );
  const billedByKey = Map.groupBy(billed.map(toBilledLine), (line) => line.key);
  const usageByKey = new Map(usage.map((answer) => [answer.key, answer]));
  return cases.map((one, index) => {
    const plan = plans[index];
    if (plan === undefined || "failure" in plan) return { kind: "failed", failure: plan?.failure ?? "no plan" };
    // Called while the case is attempted, so that usage which cannot be measured fails this case alone.
    const measured = (slot: Slot, metricId: string) => {
      const answer = usageByKey.get(usageKey(index, slot, metricId));
      return answer && requireMeasured(answer);
    };
    const draft = attempt(() =>
      assembleInvoice(one.loaded.contract, plan, {
        usageOf: (slot): Usage => ({
          quantity: sumOver(slot, (metricId) => measured(slot, metricId)?.quantity),
          eventCount: sumOver(slot, (metricId) => eventsOf(measured(slot, metricId))),
        }),
        billedLines: (priceId) => billedByKey.get(billedKey(index, priceId)) ?? [],
        discountedBefore: (discount, service) =>
          Decimal.of(spend.get(discountKey(index, discount.id, service)) ?? "0").negate(),
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
        groupBy: [],
        except: [],
      })),
  );
}

function spendQuestions(one: BillingCase, plan: Plan | undefined, index: number): SpendQuestion[] {
  if (plan === undefined || "failure" in plan) return [];
  return plan.thresholds.map((due) => ({
    key: spendKey(index, due),
    subscriptionId: one.loaded.subscription.id,
    priceId: due.threshold.scope.kind === "price" ? due.threshold.scope.priceId : null,
    adjustmentId: null,
    start: due.period.start.toString(),
    end: due.period.end.toString(),
    exceptInvoiceId: one.draft?.id ?? null,
  }));
}

/** An amount is taken off once per period, with its advance or with its usage: asked what was taken off before. */
function discountQuestions(one: BillingCase, plan: Plan | undefined, index: number): SpendQuestion[] {
  if (plan === undefined || "failure" in plan) return [];
  const services = new Map([...plan.slots, ...plan.kept].map(({ service }) => [`${service.start}`, service]));
  return one.loaded.contract.discounts
    .filter((discount) => discount.type === "amount")
    .flatMap((discount) =>
      [...services.values()].map((service) => ({
        key: discountKey(index, discount.id, service),
        subscriptionId: one.loaded.subscription.id,
        priceId: null,
        adjustmentId: discount.id,
        start: service.start.toString(),
        end: service.start.add({ days: 1 }).toString(),
        exceptInvoiceId: one.draft?.id ?? null,
      })),
    );
}

/** Asked where something is to be credited, and where a date may have been billed before; else there is nothing to know. */
function billedQuestions(one: BillingCase, plan: Plan | undefined, index: number): BilledLinesQuestion[] {
  if (plan === undefined || "failure" in plan) return [];
  const spans = [
    ...plan.credits.map((due) => ({ priceId: due.price.id, ...due.unused })),
    ...(one.isBilledAgain ? plan.slots.map((slot) => ({ priceId: slot.price.id, ...slot.service })) : []),
  ];
  return spans.map(({ priceId, start, end }) => ({
    key: billedKey(index, priceId),
    subscriptionId: one.loaded.subscription.id,
    priceId,
    start: start.toString(),
    end: end.toString(),
    exceptInvoiceId: one.draft?.id ?? null,
  }));
}

function toBilledLine(row: BilledLineRow): BilledLine & { readonly key: string } {
  const service = { start: Temporal.PlainDate.from(row.periodStart), end: Temporal.PlainDate.from(row.periodEnd) };
  return { key: row.key, kind: row.kind, service, amount: Decimal.of(row.amount) };
}

function billedKey(index: number, priceId: string): string {
  return `${index} ${priceId}`;
}

function usageKey(index: number, slot: Slot, metricId: string): string {
  return `${index} ${slot.price.id} ${slot.service.start} ${metricId}`;
}

function discountKey(index: number, discountId: string, service: DatePeriod): string {
  return `${index} ${discountId} ${service.start}`;
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
