import type { UsageMeasured } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { canonicalJson } from "../canonical-json.ts";

/** What a metric measured for a line. Decimals are text. */
export interface MeasuredPart {
  quantity: string;
  eventCount: number;
  firstEventAt: string | null;
  lastEventAt: string | null;
}

/** What a metric measured for a line's group, or in total. */
export function partOf(answer: UsageMeasured, group: Record<string, string> | null): MeasuredPart {
  if (group === null) {
    const { quantity, eventCount, firstEventAt, lastEventAt } = answer;
    return { quantity: quantity.toCanonical(), eventCount, firstEventAt, lastEventAt };
  }
  const own = answer.groups.find(({ values }) => canonicalJson(values) === canonicalJson(group));
  return {
    quantity: own?.quantity.toCanonical() ?? "0",
    eventCount: own?.eventCount ?? 0,
    firstEventAt: instantOf(own?.firstAt),
    lastEventAt: instantOf(own?.lastAt),
  };
}

function instantOf(milliseconds: number | null | undefined): string | null {
  return milliseconds === null || milliseconds === undefined
    ? null
    : Temporal.Instant.fromEpochMilliseconds(milliseconds).toString({ smallestUnit: "millisecond" });
}
