import type { TaxStatus } from "@counterfoil/engine";
import type { Row } from "../row.ts";

export type ContactRow = Pick<
  Row<"contact">,
  "id" | "email" | "firstName" | "lastName" | "isPrimary" | "emailPreferences"
>;

export interface AddressRow {
  line1: string | null;
  line2: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
}

/** An account with what belongs to it: aliases and contacts in the order in which they were given. */
export type AccountRow = Row<"account"> & {
  taxStatus: TaxStatus | null;
  aliases: string[];
  contacts: ContactRow[];
};
