import type { Random } from "../random.ts";
import type { Prepaid } from "./make-organization.ts";
import type { CreditEvent, CreditRecord } from "./records.ts";

export const MINUTE = 60_000;
export const HOUR = 3_600_000;

/** A history while it happens. */
export interface CreditHistory extends Pick<Prepaid, "api" | "clockId" | "family" | "replacement"> {
  readonly random: Random;
  readonly faults: string[];
  /** How often each kind of thing happened. */
  readonly counts: Map<string, number>;
  count(kind: string): void;
  /** A name that no other thing has. */
  name(kind: string): string;
}

export function beginHistory({ kinds, ...prepaid }: Prepaid, random: Random): CreditHistory {
  const counts = new Map<string, number>();
  let made = 0;
  const history: CreditHistory = {
    ...prepaid,
    random,
    faults: [],
    counts,
    count: (kind) => void counts.set(kind, (counts.get(kind) ?? 0) + 1),
    name(kind) {
      made += 1;
      return `${kind}-${made}`;
    },
  };
  for (const kind of kinds) history.count(kind);
  return history;
}

/** An event as it is sent. */
export function toSent({ accountId }: CreditRecord, { uniqueId, eventName, at, quantity }: CreditEvent): object {
  const timestamp = new Date(at).toISOString();
  return { uniqueId, account: accountId, eventName, timestamp, properties: { n: quantity } };
}
