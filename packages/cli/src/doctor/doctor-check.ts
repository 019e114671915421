import type { Context } from "@counterfoil/service";

export interface CheckOptions {
  readonly repairs: boolean;
  /** A last seal of the audit log that was noted elsewhere: `NUMBER:HASH`. */
  readonly noted?: string | undefined;
  /** Told how much is done, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** What a check found of one organization. */
export interface Found {
  /** What was looked at, for the line of the step. */
  readonly said: string;
  /** Each difference as the lines to print of it. */
  readonly differences: readonly string[];
}

/** Something that is stored twice, and how both are held against each other. */
export interface DoctorCheck {
  run(context: Context, options: CheckOptions): Promise<Found>;
  /** Said when nothing differs. */
  readonly sound: string;
  readonly differ: (count: number) => string;
  readonly repaired: (count: number) => string;
}
