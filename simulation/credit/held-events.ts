import { Rational } from "../auditor/rational.ts";
import { isOpen, openInvoices } from "./compute-credit.ts";
import { limitsOf, spentBy } from "./compute-limits.ts";
import type { CreditEvent, CreditFamily, CreditRecord } from "./records.ts";

/** With these models, a further unit can make the others cheaper. */
const FALLING: readonly string[] = ["tiered"];

/** What counts besides stored usage and open holds. */
interface Further {
  /** Events that have happened and are not stored yet. */
  readonly happened?: readonly CreditEvent[];
  /** Those of a hold that is to be decided. */
  readonly coming?: readonly CreditEvent[];
}

/**
 * The events that count as usage of now: those that happened, and those of holds. A hold that would make usage cheaper lends nothing, so
 * holds that can are added one after the other, and left out if they lower what the account pays in a currency or what counts toward a
 * limit. It is done from the first to the last and from the last to the first, and the dearer of both counts.
 */
export function heldEvents(
  family: CreditFamily,
  record: CreditRecord,
  { happened = [], coming = [] }: Further = {},
): CreditEvent[] {
  const open = record.holds.filter((hold) => isOpen(record, hold));
  const own = open.map(({ events }) => events.map((event) => ({ ...event, at: record.now })));
  const falling = own.filter((events) => canFall(record, events));
  const always = [...happened, ...own.filter((events) => !falling.includes(events)).flat()];
  if (falling.length === 0 && !canFall(record, coming)) return [...always, ...coming];
  const inTurn = coming.length === 0 ? falling : [...falling, coming];
  const [first, last] = [inTurn, inTurn.toReversed()].map((order) => counted(family, record, always, order)) as [
    CreditEvent[],
    CreditEvent[],
  ];
  return isLower(family, record, first, last) ? last : first;
}

function canFall({ contracts }: CreditRecord, events: readonly CreditEvent[]): boolean {
  const prices = contracts.flatMap(({ sold }) => sold.map(({ price }) => price));
  return events.some(({ eventName }) =>
    prices.some((price) => price.eventName === eventName && FALLING.includes(price.type)),
  );
}

function counted(
  family: CreditFamily,
  record: CreditRecord,
  always: readonly CreditEvent[],
  order: readonly (readonly CreditEvent[])[],
): CreditEvent[] {
  let events = [...always];
  for (const held of order) {
    const more = [...events, ...held];
    if (!isLower(family, record, more, events)) events = more;
  }
  return events;
}

function isLower(
  family: CreditFamily,
  record: CreditRecord,
  events: readonly CreditEvent[],
  others: readonly CreditEvent[],
): boolean {
  const invoices = openInvoices(record, others);
  const currencies = new Set(invoices.map(({ contract }) => contract.currency));
  const costs = (expected: readonly CreditEvent[], currency: string) =>
    Rational.sum(
      openInvoices(record, expected).flatMap(({ contract, total }) =>
        contract.currency === currency && total.isPositive() ? total : [],
      ),
    );
  return (
    [...currencies].some((currency) => costs(events, currency).compare(costs(others, currency)) < 0) ||
    limitsOf(family, record).some((limit) => spentBy(record, limit, events).compare(spentBy(record, limit, others)) < 0)
  );
}
