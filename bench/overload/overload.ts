import type { Attempted } from "./drive.ts";
import type { Load } from "./loads.ts";

/** Results of one kind of load. */
export interface Overload {
  readonly load: Load;
  /** Requests per second that are answered when senders wait. */
  readonly capacity: number;
  readonly calm: Attempted;
  readonly flood: Attempted;
  readonly after: Attempted;
  readonly memoryBefore: number;
  readonly memoryHighest: number;
  readonly memoryAfter: number;
  /** Stored and answered amounts. */
  readonly stored: number;
  readonly answered: number;
}
