import type { Properties } from "@counterfoil/engine";
import type { Fault } from "../errors/index.ts";

/** An event that was found well-formed, before its account is looked up. */
export interface CheckedEvent {
  readonly uniqueId: string;
  /** The account as it was sent: an id, an alias, or a name that is not known yet. */
  readonly account: string;
  readonly eventName: string;
  /** JSON text, names in order, so that the same content is the same text. */
  readonly properties: string;
  /** The same as they are measured. */
  readonly values: Properties;
  /** Names of the properties whose text is a number out of bounds: refused where a metric reads one. */
  readonly oversized?: readonly string[];
  /** Null where none was sent: then it is the present as its account sees it. */
  readonly timestamp: string | null;
  /** SHA-256 over the content as it was sent, 32 hexadecimal digits. */
  readonly contentHash: string;
  readonly receivedAt: string;
}

/** Why an event was not taken; a stable code and a sentence. */
export interface EventFault {
  readonly code: string;
  readonly detail: string;
  /** Of an event that could not be read at all: what is wrong with each member, by a pointer into the event. */
  readonly members?: readonly Fault[];
}

/** A fault of an event as a whole that could not be read. */
export function unreadEvent(code: string, detail: string): EventFault {
  return { code, detail, members: [{ pointer: "", code, detail }] };
}

/** Faults that one event's answer names; a body of bad events would else answer many times its own size. */
const NAMED_FAULTS = 5;

/** One fault of several: the code of the first, and the text of all. */
export function joinedFault(members: readonly Fault[]): EventFault {
  const named = members.slice(0, NAMED_FAULTS);
  const details = named.map(({ detail }) => detail);
  if (members.length > NAMED_FAULTS) details.push(`And ${members.length - NAMED_FAULTS} more.`);
  return { code: members[0]?.code ?? "wrong_type", detail: details.join(" "), members: named };
}

/** What became of one event (R-EVT-2). */
export type EventOutcome =
  /** With what metrics cannot read of it (R-EVT-5). */
  | { readonly kind: "ingested"; readonly unreadable?: EventFault }
  | { readonly kind: "duplicate" }
  | { readonly kind: "failed"; readonly fault: EventFault };
