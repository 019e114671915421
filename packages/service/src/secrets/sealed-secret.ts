import type { SecretPlace } from "./secrets.ts";

/** A secret as stored, in a row that is locked until commit. */
export interface SealedSecret {
  readonly place: SecretPlace;
  readonly sealed: string;
  /** Stores the same secret with a new encryption. */
  replace(sealed: string): Promise<void>;
}
