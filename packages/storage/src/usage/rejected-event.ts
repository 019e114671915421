export interface RejectedEvent {
  /** Null for an event without a usable ID. */
  uniqueId: string | null;
  detail: string;
}
