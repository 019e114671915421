import type { IngestionContext } from "@counterfoil/service";

/** Something that happens at an instant. */
export interface Moment {
  readonly at: string;
  readonly act: (context: IngestionContext) => Promise<void>;
  /** True if it does not depend on usage. Then the usage up to it may be sent later. */
  readonly ignoresUsage?: true;
}
