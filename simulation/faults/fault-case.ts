import type { World } from "./fault-platform.ts";

/** A use case at work on something that is ready for it. */
export interface FaultCase {
  /** The function of the service that it calls. */
  readonly useCase: string;
  readonly title: string;
  /** Makes ready what it works on, undisturbed. Answers what is done then, again after each failure. */
  readonly arrange: (world: World) => Promise<() => Promise<unknown>>;
  /** What goes on afterwards, undisturbed: what a worker would do of what is left. */
  readonly settle?: (world: World) => Promise<void>;
  /** It commits several times and may be found half way, though never in between. */
  readonly isInSteps?: boolean;
  /** A failure of its own puts what failed aside, visibly, where somebody has to look: it does not end like its twin. */
  readonly putsAside?: boolean;
  /** A worker goes on with what was begun, so the audit log names others than where nothing failed. */
  readonly isDoneByWhoever?: boolean;
}
