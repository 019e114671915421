import { Decimal, type Properties, type PropertyValue } from "@counterfoil/engine";
import { type CorrectedEvent, readProperties } from "@counterfoil/storage";
import { type EventContent, hashContent } from "./hash-content.ts";

/**
 * Whether an event has the same content as an earlier one, even if it is written differently (R-EVT-3): a number and
 * the text of the same decimal are one value (`5`, `"5.00"`, `5e0`), as for metrics (R-MET-1). Everything else must be
 * equal.
 */
export function isSameContent(one: EventContent, other: EventContent): boolean {
  return (
    one.account === other.account &&
    one.eventName === other.eventName &&
    one.timestamp === other.timestamp &&
    isSameCost(one.cost, other.cost) &&
    haveSameProperties(one.values, other.values)
  );
}

function isSameCost(one: EventContent["cost"], other: EventContent["cost"]): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.currency === other.currency && one.amount.equals(other.amount);
}

function haveSameProperties(one: Properties, other: Properties): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  );
}

function isSameValue(one: PropertyValue | undefined, other: PropertyValue | undefined): boolean {
  if (one === other) return true;
  const [left, right] = [decimalOf(one), decimalOf(other)];
  return left !== undefined && right !== undefined && left.equals(right);
}

function decimalOf(value: PropertyValue | undefined): Decimal | undefined {
  if (typeof value === "number") return Decimal.fromNumber(value);
  return typeof value === "string" ? Decimal.parse(value) : undefined;
}

/** The cost that was sent with a stored event. */
function sentCostOf({ cost }: CorrectedEvent): EventContent["cost"] {
  return cost === null ? undefined : { amount: Decimal.of(cost.amount), currency: cost.currency };
}

/**
 * The content that was first sent under an ID, from its stored row. Undefined if the row no longer has that content
 * because the event was amended or erased: its hash then differs from the stored one.
 */
export function contentAsSent(row: CorrectedEvent, contentHash: string): EventContent | undefined {
  const { accountReference, accountId, eventName, properties: text } = row;
  const content = {
    account: accountReference ?? accountId ?? "",
    eventName,
    values: readProperties(text),
    cost: sentCostOf(row),
  };
  return [row.timestamp, null]
    .map((timestamp) => ({ ...content, timestamp }))
    .find((sent) => hashContent(sent, text) === contentHash);
}
