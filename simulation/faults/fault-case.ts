import type { World } from "./fault-platform.ts";

/** A use case with an object that is ready for it. */
export interface FaultCase {
  /** The called function of the service. */
  readonly useCase: string;
  readonly title: string;
  /** Prepares the object without faults. Returns the action, which runs again after each failure. */
  readonly arrange: (world: World) => Promise<() => Promise<unknown>>;
  /** What follows without faults, such as a worker's next round. */
  readonly settle?: (world: World) => Promise<void>;
  /** It has several transactions and may be interrupted between them, but not within one. */
  readonly isInSteps?: boolean;
  /** A failure puts its work aside visibly, so it does not end like its twin. */
  readonly putsAside?: boolean;
  /** A worker continues the work, so the audit log names other actors than in the run without failures. */
  readonly isDoneByWhoever?: boolean;
}
