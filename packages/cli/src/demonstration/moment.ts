import type { IngestionContext } from "@counterfoil/service";

/** Something that happens at an instant. */
export interface Moment {
  readonly at: string;
  readonly act: (context: IngestionContext) => Promise<void>;
}
