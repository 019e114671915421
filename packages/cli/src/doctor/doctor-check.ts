import type { Context } from "@counterfoil/service";

export interface CheckOptions {
  readonly repairs: boolean;
  /** The last seal of an audit log, noted elsewhere earlier: `NUMBER:HASH`. */
  readonly noted?: string | undefined;
  /** Called with the progress, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** The result of a check of one organization. */
export interface Found {
  /** What was checked, for the line of the step. */
  readonly said: string;
  /** One text of one or more lines for each difference. */
  readonly differences: readonly string[];
}

/** A check of stored data against its source. */
export interface DoctorCheck {
  run(context: Context, options: CheckOptions): Promise<Found>;
  /** Printed if nothing differs. */
  readonly sound: string;
  readonly differ: (count: number) => string;
  readonly repaired: (count: number) => string;
}
