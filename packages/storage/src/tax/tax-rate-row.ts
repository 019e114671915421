import type { Row } from "../row.ts";

/** A rate of the organization (R-INV-6). What it asks for is null where it asks for nothing. */
export type TaxRateRow = Row<"taxRate">;
