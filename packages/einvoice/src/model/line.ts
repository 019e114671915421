import type { Decimal } from "@counterfoil/engine";
import type { Allowance, Identifier, InvoicingPeriod } from "./terms.ts";
import type { VatRate } from "./vat.ts";

/** BG-25. The net amount is quantity × net price ÷ base quantity − allowances + surcharges, rounded. */
export interface ElectronicInvoiceLine {
  /** BT-126 */
  readonly id: string;
  /** BT-127 */
  readonly note: string | null;
  /** BT-128, with a scheme of UNTDID 1153. */
  readonly invoicedObject: Identifier | null;
  /** BT-129. An amount given back has a negative quantity, because a price is never negative (BR-27). */
  readonly quantity: Decimal;
  /** BT-130, UN/ECE Recommendation 20: C62 means "one", without a unit. */
  readonly unitCode: string;
  /** BT-131 */
  readonly netAmount: Decimal;
  /** BT-132: the line of the purchase order. */
  readonly orderLine: string | null;
  /** BT-133 */
  readonly buyerAccounting: string | null;
  /** BG-26 */
  readonly period: InvoicingPeriod | null;
  /** BG-27 */
  readonly allowances: readonly Allowance[];
  /** BG-28 */
  readonly surcharges: readonly Allowance[];
  /** BG-29 */
  readonly price: ItemPrice;
  /** BG-30 */
  readonly vat: VatRate;
  /** BG-31 */
  readonly item: Item;
}

/** BG-29. It is not an amount, so it may have any number of decimals. */
export interface ItemPrice {
  /** BT-146 */
  readonly net: Decimal;
  /** BT-148, and BT-147 as the difference from the net price. */
  readonly gross: Decimal | null;
  /** BT-149: the number of units that the price is for; null means one. */
  readonly baseQuantity: Decimal | null;
}

/** BG-31 */
export interface Item {
  /** BT-153 */
  readonly name: string;
  /** BT-154 */
  readonly description: string | null;
  /** BT-155 */
  readonly sellerIdentifier: string | null;
  /** BT-156 */
  readonly buyerIdentifier: string | null;
  /** BT-157, with a scheme of ISO 6523. */
  readonly standardIdentifier: Identifier | null;
  /** BT-158, with a scheme of UNTDID 7143. */
  readonly classifications: readonly Identifier[];
  /** BT-159, ISO 3166-1. */
  readonly originCountry: string | null;
  /** BG-32 */
  readonly attributes: readonly ItemAttribute[];
}

export interface ItemAttribute {
  /** BT-160 */
  readonly name: string;
  /** BT-161 */
  readonly value: string;
}
