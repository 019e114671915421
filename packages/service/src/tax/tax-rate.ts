import type { TaxCategoryCode, TaxStatus } from "@counterfoil/engine";
import type { TaxRateRow } from "@counterfoil/storage";

export type TaxRate = TaxRateRow;

/** What a caller writes of a tax rate. On create a missing member has no value; in a change it stays as it is. */
export interface TaxRateInput {
  name?: string;
  /** Per cent: `"19"`, or the JSON number 19. */
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
