import type { Decimal } from "@counterfoil/engine";

/**
 * The codes of UNTDID 5305 that the standard uses: S standard (any rate above zero), Z zero, E exempt, AE reverse
 * charge, K within the European Union, G export, O outside the scope of VAT, L the Canary Islands, M Ceuta and Melilla.
 */
export const VAT_CATEGORIES = ["S", "Z", "E", "AE", "K", "G", "O", "L", "M"] as const;
export type VatCategory = (typeof VAT_CATEGORIES)[number];

export interface VatRate {
  /** BT-151, BT-95, BT-102 */
  readonly category: VatCategory;
  /** In percent. BT-152, BT-96, BT-103. Null outside the scope of VAT, where no rate applies. */
  readonly rate: Decimal | null;
}

/** BG-23 */
export interface VatBreakdown extends VatRate {
  /** BT-116 */
  readonly base: Decimal;
  /** BT-117 */
  readonly tax: Decimal;
  /** BT-120 */
  readonly exemptionReason: string | null;
  /** BT-121, VATEX. */
  readonly exemptionReasonCode: string | null;
}
