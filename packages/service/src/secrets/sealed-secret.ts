import type { SecretPlace } from "./secrets.ts";

/** A secret as it is stored, in a row that is locked until commit. */
export interface SealedSecret {
  readonly place: SecretPlace;
  readonly sealed: string;
  /** Stores the same secret, sealed anew. */
  replace(sealed: string): Promise<void>;
}
