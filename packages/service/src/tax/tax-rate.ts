import type { TaxCategoryCode, TaxStatus } from "@counterfoil/engine";
import type { TaxRateRow } from "@counterfoil/storage";

export type TaxRate = TaxRateRow;

/**
 * The members of a tax rate that a caller can set. A missing member is empty on creation, and unchanged in an update.
 */
export interface TaxRateInput {
  name?: string;
  /** A percentage: `"19"`, or the JSON number 19. */
  percentage?: string | number;
  country?: string | null;
  region?: string | null;
  taxCategory?: string | null;
  taxStatus?: TaxStatus | null;
  inclusive?: boolean;
  categoryCode?: TaxCategoryCode;
  reasonCode?: string | null;
  reason?: string | null;
  validFrom?: string | null;
  validUntil?: string | null;
}
