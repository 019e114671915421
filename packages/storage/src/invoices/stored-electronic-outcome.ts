import type { StoredProfile } from "../checks.gen.ts";

/** The result of writing the invoice as XML of its profile when it was issued. `broken` is empty if it was valid. */
export interface StoredElectronicOutcome {
  profile: StoredProfile;
  broken: { rule: string; message: string; path: string }[];
}
