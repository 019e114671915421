import type { Selectable } from "kysely";
import type { Tables } from "./tables.gen.ts";

/**
 * A row of a table as a statement reads it, for example `Row<"invoice">`. It has no `organizationId`, because the
 * transaction knows it. `LeftOut` names columns that the statements of the table do not read either.
 */
export type Row<Name extends keyof Tables, LeftOut extends keyof Selectable<Tables[Name]> = never> = Omit<
  Selectable<Tables[Name]>,
  "organizationId" | LeftOut
>;
