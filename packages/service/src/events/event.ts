import type { Properties } from "@counterfoil/engine";

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
}

/** What became of one event (R-EVT-2). */
export type EventOutcome =
  /** With what metrics cannot read of it (R-EVT-5). */
  | { readonly kind: "ingested"; readonly unreadable?: EventFault }
  | { readonly kind: "duplicate" }
  | { readonly kind: "failed"; readonly fault: EventFault };
