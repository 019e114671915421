import type { Row } from "../row.ts";

/** A tax rate of the organization (R-INV-6). A null condition matches everything. */
export type TaxRateRow = Row<"taxRate">;
