import type { Attempted } from "./drive.ts";
import type { Load } from "./loads.ts";

/** What one kind of load came to. */
export interface Overload {
  readonly load: Load;
  /** Requests a second that are answered where as many are sent as are answered. */
  readonly capacity: number;
  readonly calm: Attempted;
  readonly flood: Attempted;
  readonly after: Attempted;
  readonly memoryBefore: number;
  readonly memoryHighest: number;
  readonly memoryAfter: number;
  /** What the database has, and what was answered to be there. */
  readonly stored: number;
  readonly answered: number;
}
