import {
  Decimal,
  groupKey,
  isUsageSlot,
  type MeasuredEvent,
  type SlotUsage,
  type UsageGroup,
  type UsageSlot,
} from "@counterfoil/engine";
import { readUsage, type Tx, type UsageMeasured, type UsageQuestion } from "@counterfoil/storage";
import { requireMeasured } from "../usage/index.ts";
import type { Planned } from "./billing-case.ts";
import { usageMetric } from "../metrics/index.ts";
import { groupingOf, instants, meanOver } from "../contracts/index.ts";

/** What to measure for a slot: one question for each metric of its price. */
interface SlotQuestion {
  readonly slot: UsageSlot;
  readonly metricId: string;
  readonly question: Omit<UsageQuestion, "key" | "throughSequence">;
}

/** An event that did not happen yet, or is not stored. */
export interface ExpectedEvent extends MeasuredEvent {
  readonly eventName: string;
}

/**
 * Usage is counted over local days. They become instants here and nowhere earlier (R-TIME-1).
 * @param expected events of the contract's account that count as if they were stored
 * @param until the instant before which events count; undefined for all
 */
export function usageQuestions(
  step: Planned,
  expected: readonly ExpectedEvent[],
  until: string | undefined,
): SlotQuestion[] {
  const { loaded } = step.one;
  const { contract, prices, account } = loaded;
  return step.plan.slots.filter(isUsageSlot).flatMap((slot) => {
    const { start, end } = instants(contract, { start: slot.countsFrom, end: slot.service.end });
    if (until !== undefined && until <= start) return [];
    return (prices.get(slot.price.id)?.metrics ?? []).map((metric) => ({
      slot,
      metricId: metric.id,
      question: {
        accountId: account.id,
        metric: usageMetric(metric),
        start,
        end: until !== undefined && until < end ? until : end,
        groupBy: groupingOf(slot.price),
        except: slot.gaps.map((gap) => instants(contract, gap)),
        ...meanOver(loaded, slot.price, slot.service),
        expected: expected.filter(({ eventName }) => eventName === metric.eventName),
      },
    }));
  });
}

/** Measures everything in one query. Usage that is split into too many groups fails where it is used. */
export async function readSlotUsage(
  tx: Tx,
  questions: readonly SlotQuestion[],
  throughSequence: string | null,
): Promise<(slot: UsageSlot) => SlotUsage> {
  const answers = await readUsage(
    tx,
    questions.map(({ question }, index) => ({ ...question, key: String(index), throughSequence })),
  );
  const bySlot = Map.groupBy(
    answers.map((answer) => ({ answer, asked: questions[Number(answer.key)] })),
    ({ asked }) => asked?.slot,
  );
  return (slot) =>
    toSlotUsage(
      slot.price.groupBy.length > 0,
      (bySlot.get(slot) ?? []).map(({ answer, asked }) => ({
        metricId: asked?.metricId ?? "",
        answer: requireMeasured(answer),
      })),
    );
}

/** What one metric of a price measured. */
export interface MetricAnswer {
  readonly metricId: string;
  readonly answer: UsageMeasured;
}

/**
 * Several metrics of a price are added, except if the model names them (R-RATE-4). Groups count as groups only if they
 * make separate lines; a matrix reads them as combinations.
 */
export function toSlotUsage(isSplit: boolean, answers: readonly MetricAnswer[]): SlotUsage {
  const quantity = Decimal.sum(answers.map(({ answer }) => answer.quantity));
  const eventCount = Decimal.ofInteger(answers.reduce((count, { answer }) => count + answer.eventCount, 0));
  const groups = new Map<string, { values: UsageGroup; quantity: Decimal; eventCount: number }>();
  for (const group of answers.flatMap(({ answer }) => answer.groups)) {
    const key = groupKey(group.values);
    const before = groups.get(key);
    groups.set(key, {
      values: group.values,
      quantity: group.quantity.plus(before?.quantity ?? Decimal.zero),
      eventCount: group.eventCount + (before?.eventCount ?? 0),
    });
  }
  const combinations = [...groups.values()];
  const metrics = Object.fromEntries(answers.map(({ metricId, answer }) => [metricId, answer.quantity]));
  return {
    total: { quantity, eventCount, combinations, metrics },
    groups: isSplit
      ? combinations.map((group) => ({
          values: group.values,
          usage: { quantity: group.quantity, eventCount: Decimal.ofInteger(group.eventCount) },
        }))
      : [],
  };
}
