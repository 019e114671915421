import type { TaxCategoryCode, TaxStatus } from "@counterfoil/engine";

/** A rate of the organization (R-INV-6). What it asks for is null where it asks for nothing. */
export interface TaxRateRow {
  id: string;
  name: string;
  /** Per cent. */
  percentage: string;
  country: string | null;
  region: string | null;
  taxCategory: string | null;
  taxStatus: TaxStatus | null;
  inclusive: boolean;
  categoryCode: TaxCategoryCode;
  reasonCode: string | null;
  reason: string | null;
  /** Calendar dates of supply, half-open. */
  validFrom: string | null;
  validUntil: string | null;
  archivedAt: string | null;
  createdAt: string;
  updatedAt: string;
}
