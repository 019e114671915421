import { unreadableValue } from "@counterfoil/engine";
import { findMeasuringMetrics, type Tx, type UnreadableEvent } from "@counterfoil/storage";
import { outOfRange } from "./check-properties.ts";
import type { CheckedEvent, EventFault } from "./event.ts";

const LONGEST_VALUE = 100;

/** Why a metric does not count a stored event. */
export function unreadableFault({ reason, metricId, property, value }: UnreadableEvent): EventFault {
  const name = JSON.stringify(property);
  switch (reason) {
    case "value_missing":
      return {
        code: reason,
        detail: `The metric ${metricId} needs the property ${name}, which the event does not have.`,
      };
    case "value_not_numeric":
    case "value_out_of_range": {
      const wanted = reason === "value_not_numeric" ? "a decimal such as 12.5" : "within the allowed range";
      const detail = `The metric ${metricId} cannot count the property ${name}: ${shownValue(value)} is not ${wanted}.`;
      return { code: reason, detail };
    }
  }
}

/** A value as JSON, shortened if it is long. */
export function shownValue(value: UnreadableEvent["value"]): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

/**
 * The events in which a metric reads a text that is a number out of bounds, each with its fault. Reads metrics only if
 * there is such a text: any other such text may be an identifier that looks like a number.
 */
export async function findOutOfRange(tx: Tx, events: readonly CheckedEvent[]): Promise<Map<CheckedEvent, EventFault>> {
  const suspects = events.filter(({ oversized = [] }) => oversized.length > 0);
  const refused = new Map<CheckedEvent, EventFault>();
  if (suspects.length === 0) return refused;
  const metrics = await findMeasuringMetrics(tx, [...new Set(suspects.map(({ eventName }) => eventName))]);
  for (const event of suspects) {
    const found = metrics
      .filter(({ eventName }) => eventName === event.eventName)
      .map((metric) => unreadableValue(metric, event.values))
      .find((unreadable) => unreadable?.reason === "value_out_of_range");
    if (found === undefined) continue;
    const { code, detail } = outOfRange(String(found.value));
    refused.set(event, { code, detail: `The property ${JSON.stringify(found.property)} ${detail}` });
  }
  return refused;
}
