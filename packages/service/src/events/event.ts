import type { Properties, SentCost } from "@counterfoil/engine";
import type { Fault } from "../errors/index.ts";

/** A well-formed event, before its account is looked up. */
export interface CheckedEvent {
  readonly uniqueId: string;
  /** The account as it was sent: an ID, an alias, or a name that is not known yet. */
  readonly account: string;
  readonly eventName: string;
  /** JSON text with sorted names, so that equal content has equal text. */
  readonly properties: string;
  /** The same properties in the form that is measured. */
  readonly values: Properties;
  /** Names of the properties whose text is a number out of bounds. Refused if a metric reads one. */
  readonly oversized?: readonly string[];
  /** Null if none was sent. It is then the current time of its account. */
  readonly timestamp: string | null;
  /** What the event costs the organization, if it was sent (R-COST-1). */
  readonly cost?: SentCost | undefined;
  /** Used instead of the current time, if it is known when the sender wrote the event. Not for test clocks. */
  readonly sentAt?: string | null | undefined;
  /** SHA-256 over the content as sent, 32 hexadecimal digits. */
  readonly contentHash: string;
  readonly receivedAt: string;
}

/** Why an event was refused: a stable code and a sentence. */
export interface EventFault {
  readonly code: string;
  readonly detail: string;
  /** For an event that could not be read at all: what is wrong with each member, by a pointer into the event. */
  readonly members?: readonly Fault[];
}

/** The fault of an event that could not be read as a whole. */
export function unreadEvent(code: string, detail: string): EventFault {
  return { code, detail, members: [{ pointer: "", code, detail }] };
}

/** The most faults named for one event. Otherwise the answer to a body of bad events could be many times its size. */
const NAMED_FAULTS = 5;

/** Joins several faults: the code of the first, and the text of all. */
export function joinedFault(members: readonly Fault[]): EventFault {
  const named = members.slice(0, NAMED_FAULTS);
  const details = named.map(({ detail }) => detail);
  if (members.length > NAMED_FAULTS) details.push(`And ${members.length - NAMED_FAULTS} more.`);
  return { code: members[0]?.code ?? "wrong_type", detail: details.join(" "), members: named };
}

/** The result of one event (R-EVT-2). */
export type EventOutcome =
  /** `unreadable` is what metrics cannot read of it (R-EVT-5). */
  | { readonly kind: "ingested"; readonly unreadable?: EventFault }
  | { readonly kind: "duplicate" }
  | { readonly kind: "failed"; readonly fault: EventFault };
