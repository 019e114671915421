import type { Context, Services } from "@counterfoil/service";

/** A context with the queues that store events and hold credit. */
export type DemoContext = Context & Services;

/** Something that happens at an instant. */
export interface Moment {
  readonly at: string;
  readonly act: (context: DemoContext) => Promise<void>;
  /** True if it does not depend on usage. Then the usage up to it may be sent later. */
  readonly ignoresUsage?: true;
}
