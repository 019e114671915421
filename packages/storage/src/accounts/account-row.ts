import type { TaxStatus } from "@counterfoil/engine";
import type { Row } from "../row.ts";

export type ContactRow = Pick<
  Row<"contact">,
  "id" | "email" | "firstName" | "lastName" | "isPrimary" | "emailPreferences"
>;

/** An account with its aliases and contacts, in the order in which they were given. */
export type AccountRow = Row<"account"> & {
  taxStatus: TaxStatus | null;
  aliases: string[];
  contacts: ContactRow[];
};
