import { type PropertyValue, type UnreadableReason, unreadableValues } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { findMeasuringMetrics, type MeasuringMetric } from "./measuring-metrics.ts";
import { readProperties } from "./read-properties.ts";
import { findCompleteTotallings } from "./totals/complete-totallings.ts";
import { type SuspectEvent, walkNewestEvents, walkSuspectQuarters } from "./walk-suspect-events.ts";

/** Events with a value that a metric needs and cannot read, by metric, property and reason (R-EVT-5). */
export interface UnreadableEvents {
  reason: UnreadableReason;
  eventName: string;
  metricId: string;
  property: string;
  /** The value of the latest event; null if it has no such property. */
  value: PropertyValue | null;
  count: number;
  firstReceivedAt: string;
  lastReceivedAt: string;
}

export interface UnreadableCount {
  readonly items: readonly UnreadableEvents[];
  /** Counts each event once, even if several metrics cannot read it. */
  readonly eventCount: number;
}

/** The maximum number of events read in each of the two ways. It limits the response time. */
const MOST_EVENTS = 100_000;

/**
 * What the current metrics cannot read of the stored events. For metrics with totals, the totals show in which quarters
 * of an hour values were skipped, and only those quarters are read. For the other methods, and while totals are being
 * built, the newest events of the organization are read.
 */
export async function countUnreadableEvents(tx: Tx): Promise<UnreadableCount> {
  const all = await findMeasuringMetrics(tx);
  const metrics = all.filter(({ aggregation }) => aggregation.method !== "count");
  const byName = Map.groupBy(all, ({ eventName }) => eventName);
  const totalled = await findCompleteTotallings(
    tx,
    metrics.map(({ metricId }) => metricId),
  );
  const untotalled = metrics.filter(({ metricId }) => !totalled.has(metricId));
  const tally = new UnreadableTally(byName, totalled);
  if (totalled.size > 0) {
    for await (const events of walkSuspectQuarters(tx, [...totalled.keys()], MOST_EVENTS)) tally.add(events, true);
  }
  if (untotalled.length > 0) {
    const names = [...new Set(untotalled.map(({ eventName }) => eventName))];
    for await (const events of walkNewestEvents(tx, names, MOST_EVENTS)) tally.add(events, false);
  }
  return tally.result();
}

class UnreadableTally {
  readonly #items = new Map<string, UnreadableEvents>();
  readonly #metrics: ReadonlyMap<string, readonly MeasuringMetric[]>;
  readonly #totalled: ReadonlyMap<string, unknown>;
  #eventCount = 0;

  constructor(metrics: ReadonlyMap<string, readonly MeasuringMetric[]>, totalled: ReadonlyMap<string, unknown>) {
    this.#metrics = metrics;
    this.#totalled = totalled;
  }

  /**
   * @param isTotalled whether the events were read for the metrics with totals or for the others. Each kind is counted
   * in its own pass
   */
  add(events: readonly SuspectEvent[], isTotalled: boolean): void {
    for (const event of events) {
      const found = unreadableValues(this.#metrics.get(event.eventName) ?? [], readProperties(event.properties));
      const own = found.filter(({ metric }) => this.#totalled.has(metric.metricId) === isTotalled);
      // An event that both kinds of metrics cannot read was already counted with the first kind.
      if (own.length > 0 && (isTotalled || own.length === found.length)) this.#eventCount += 1;
      for (const { metric, unreadable } of own) this.#note(event, { metricId: metric.metricId, ...unreadable });
    }
  }

  result(): UnreadableCount {
    return { items: [...this.#items.values()], eventCount: this.#eventCount };
  }

  #note({ eventName, receivedAt }: SuspectEvent, found: Pick<UnreadableEvents, Named | "value">): void {
    const { metricId, property, reason, value } = found;
    const key = JSON.stringify([metricId, property, reason]);
    const item = this.#items.get(key);
    if (item === undefined) {
      const times = { firstReceivedAt: receivedAt, lastReceivedAt: receivedAt };
      this.#items.set(key, { reason, eventName, metricId, property, value, count: 1, ...times });
      return;
    }
    item.count += 1;
    if (receivedAt < item.firstReceivedAt) item.firstReceivedAt = receivedAt;
    if (receivedAt >= item.lastReceivedAt) {
      item.lastReceivedAt = receivedAt;
      item.value = value;
    }
  }
}

type Named = "metricId" | "property" | "reason";
