import {
  countedDecimal,
  isBefore,
  matchesFilters,
  type Pause,
  pricesInForce,
  propertyOf,
  type Properties,
  unreadableValue,
} from "@counterfoil/engine";
import type { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "../../contracts/index.ts";
import { DomainError, type Fault } from "../../errors/index.ts";
import { checkProperties } from "../../events/index.ts";
import { usageMetric } from "../../metrics/index.ts";
import { dayAt } from "../../time.ts";

/** An event of a hold as it is sent: what will probably happen. */
export interface SentEstimate {
  readonly eventName: string;
  readonly properties?: object | undefined;
}

/**
 * The sequences of events that count before they are stored: later than all stored ones. Of two that happen at one time, the one that is still
 * to come is later.
 */
export const [JUST_HAPPENED, STILL_TO_COME] = [Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER];

/** An event of a hold, checked. */
export interface Estimate {
  readonly eventName: string;
  readonly properties: Properties;
}

/** The checked events, and the currency in which the account pays for them. */
export interface PricedEstimates {
  readonly events: readonly Estimate[];
  readonly currency: string;
}

/**
 * Checks the events of a hold against what the account pays for now. Refuses an event that no price in force counts,
 * a value that its metric cannot read, a negative value, and events in different currencies (422).
 * @param now an instant on the clock of the account
 */
export function checkEstimates(
  sent: readonly SentEstimate[],
  { contracts, now }: { readonly contracts: readonly LoadedContract[]; readonly now: string },
  wanted: string | undefined,
): PricedEstimates {
  const faults: Fault[] = [];
  const sold = contracts.flatMap(({ contract, prices }) => {
    const today = dayAt(now, contract.timeZone);
    // Usage while a contract is paused is not charged, so credit for it would never be drawn.
    if (contract.pauses.some((pause) => isPaused(pause, today))) return [];
    const own = pricesInForce(contract, today).map(({ id }) => id);
    return own.flatMap((id) =>
      (prices.get(id)?.metrics ?? []).map((metric) => ({ metric: usageMetric(metric), currency: contract.currency })),
    );
  });
  const currencies = new Set<string>();
  const events = sent.map(({ eventName, properties }, index): Estimate => {
    const at = `/events/${index}`;
    const own: Fault[] = [];
    const { values } = checkProperties(properties, own);
    faults.push(...own.map((fault) => ({ ...fault, pointer: at + fault.pointer })));
    const counting = sold.filter(
      ({ metric }) => metric.eventName === eventName && matchesFilters(metric.filters, values),
    );
    if (counting.length === 0) {
      const detail = `No price that is in force counts this event (${JSON.stringify(eventName)}), so nothing can be held for it.`;
      faults.push({ pointer: `${at}/eventName`, code: "not_priced", detail });
    }
    for (const { metric, currency } of counting) {
      currencies.add(currency);
      faults.push(...valueFaults(metric, values, at));
    }
    return { eventName, properties: values };
  });
  const [currency = "", ...others] = currencies;
  if (others.length > 0) {
    const detail = `The events cost ${[...currencies].join(" and ")}. Hold credit for one currency at a time.`;
    faults.push({ pointer: "/events", code: "several_currencies", detail });
  } else if (wanted !== undefined && faults.length === 0 && wanted !== currency) {
    const detail = `The account pays for these events in ${currency}, not in ${wanted}.`;
    faults.push({ pointer: "/currency", code: "other_currency", detail });
  }
  if (faults.length > 0) throw new DomainError("validation_failed", "The events cannot be held. See errors.", faults);
  return { events, currency };
}

function isPaused({ startsOn, endsOn }: Pause, day: Temporal.PlainDate): boolean {
  return !isBefore(day, startsOn) && (endsOn === null || isBefore(day, endsOn));
}

function valueFaults(metric: ReturnType<typeof usageMetric>, properties: Properties, at: string): Fault[] {
  const unreadable = unreadableValue(metric, properties);
  if (unreadable !== undefined) {
    const { reason, property } = unreadable;
    const detail = `The metric ${metric.id} needs a number in ${JSON.stringify(property)}.`;
    return [{ pointer: `${at}/properties`, code: reason, detail }];
  }
  const { method, field } = metric.aggregation;
  if (method === "count" || method === "count_unique") return [];
  const value = propertyOf(properties, field);
  if (value === undefined || countedDecimal(value)?.isNegative() !== true) return [];
  return [{ pointer: `${at}/properties`, code: "negative", detail: `${JSON.stringify(field)} must not be negative.` }];
}
