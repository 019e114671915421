import {
  boughtUnits,
  type Contract,
  type Decimal,
  includedUnits,
  isPrepaid,
  isUsageSlot,
  isWithin,
  localDate,
  usagePeriodOf,
  usagePeriodsAt,
  type UsagePeriod,
  type UsageSlot,
} from "@counterfoil/engine";
import { postgresUsageStore, type Tx, type UsageAnswer, type UsageQuestion } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { instants, type LoadedContract } from "../contracts/index.ts";
import { usageMetric } from "../metrics/index.ts";
import { requireMeasured } from "../usage/index.ts";

/** The usage of a metric so far in the current billing period. */
export interface PortalUsage {
  metric: string;
  unitLabel: string | null;
  quantity: string;
  /** The usage that its price includes; null if it charges from the first unit. */
  included: string | null;
  periodStart: string;
  periodEnd: string;
}

/**
 * The current usage of every metric that each contract bills, by subscription ID, measured in one query for the current
 * periods.
 */
export async function usageSoFar(
  tx: Tx,
  contracts: readonly LoadedContract[],
  now: string,
): Promise<ReadonlyMap<string, PortalUsage[]>> {
  const asked = contracts.map((loaded) => ({ loaded, counted: countedBy(loaded, now) }));
  const questions = asked.flatMap(({ loaded: { account }, counted }) =>
    counted.map(({ key, metric, period, meanOver }): UsageQuestion => {
      const all = { throughSequence: null, groupBy: [], except: [] };
      return { key, accountId: account.id, metric: usageMetric(metric), ...period, meanOver, ...all };
    }),
  );
  const read = questions.length === 0 ? [] : await postgresUsageStore.read(tx, questions);
  const answers = new Map(read.map((answer) => [answer.key, answer]));
  return new Map(
    asked.map(({ loaded, counted }) => [loaded.subscription.id, counted.map((one) => shownUsage(one, answers))]),
  );
}

/** A metric that a contract bills, with its current period. */
type Counted = ReturnType<typeof countedBy>[number];

function countedBy({ subscription, contract, prices }: LoadedContract, now: string) {
  const today = localDate(Temporal.Instant.from(now), contract.timeZone);
  const metrics = new Map([...prices.values()].flatMap(({ metrics: counted }) => counted.map((one) => [one.id, one])));
  return [...metrics.values()].flatMap((metric) =>
    usagePeriodsAt(contract, metric.id, today).map((billed) => {
      const slots = billed.plan.slots.filter(isUsageSlot).filter(({ price }) => price.metricIds.includes(metric.id));
      const slot = slots.find(({ service }) => isWithin(today, service)) ?? slots.at(-1);
      const { span, whole } = countedOver(contract, billed, slot);
      const key = `${subscription.id} ${metric.id} ${billed.interval}`;
      return { key, metric, slot, period: instants(contract, span), meanOver: instants(contract, whole) };
    }),
  );
}

/** Prepaid units cover usage since their period began, also if overage is billed in parts of it. */
function countedOver(
  contract: Contract,
  { span, whole }: UsagePeriod,
  slot: UsageSlot | undefined,
): Pick<UsagePeriod, "span" | "whole"> {
  if (slot === undefined || !isPrepaid(slot.price.model)) return { span, whole };
  const bought = usagePeriodOf(contract, slot.price, slot.service);
  return { span: { start: slot.countsFrom, end: bought.end }, whole: bought };
}

/** In a part of a period, prepaid units have its share. */
function includedIn({ price: { model }, unitsShare }: UsageSlot): Decimal | null {
  return includedUnits(isPrepaid(model) ? boughtUnits(model, unitsShare) : model);
}

function shownUsage({ key, metric, slot, period }: Counted, answers: ReadonlyMap<string, UsageAnswer>): PortalUsage {
  const answer = answers.get(key);
  if (answer === undefined) throw new Error(`the usage of ${metric.id} was not measured`);
  return {
    metric: metric.name,
    unitLabel: slot?.price.unitLabel ?? null,
    quantity: requireMeasured(answer).quantity.toCanonical(),
    included: (slot === undefined ? null : includedIn(slot))?.toCanonical() ?? null,
    periodStart: period.start,
    periodEnd: period.end,
  };
}
