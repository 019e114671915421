import type { CalendarDate, Identifier } from "./terms.ts";

export interface Seller {
  /** BT-27 */
  readonly name: string;
  /** BT-28 */
  readonly tradingName: string | null;
  /** BT-29 */
  readonly identifiers: readonly Identifier[];
  /** BT-30: the number in a business register. */
  readonly registration: Identifier | null;
  /** BT-31, with the country prefix. */
  readonly vatIdentifier: string | null;
  /** BT-32: another tax registration number of the seller. */
  readonly taxRegistration: string | null;
  /** BT-33 */
  readonly legalInformation: string | null;
  /** BT-34, with a scheme of EAS. */
  readonly electronicAddress: Identifier | null;
  /** BG-5 */
  readonly address: PostalAddress | null;
  /** BG-6 */
  readonly contact: PartyContact | null;
}

export interface Buyer {
  /** BT-44 */
  readonly name: string;
  /** BT-45 */
  readonly tradingName: string | null;
  /** BT-46 */
  readonly identifier: Identifier | null;
  /** BT-47 */
  readonly registration: Identifier | null;
  /** BT-48 */
  readonly vatIdentifier: string | null;
  /** BT-49 */
  readonly electronicAddress: Identifier | null;
  /** BG-8 */
  readonly address: PostalAddress | null;
  /** BG-9 */
  readonly contact: PartyContact | null;
}

export interface PostalAddress {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly line3: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  readonly subdivision: string | null;
  /** ISO 3166-1; empty if unknown. BT-40, BT-55, BT-69, BT-80. */
  readonly country: string;
}

export interface PartyContact {
  readonly name: string | null;
  readonly telephone: string | null;
  readonly email: string | null;
}

/** BG-10 */
export interface Payee {
  /** BT-59 */
  readonly name: string;
  /** BT-60 */
  readonly identifier: Identifier | null;
  /** BT-61 */
  readonly registration: Identifier | null;
}

/** BG-11 */
export interface TaxRepresentative {
  /** BT-62 */
  readonly name: string;
  /** BT-63 */
  readonly vatIdentifier: string;
  /** BG-12 */
  readonly address: PostalAddress | null;
}

/** BG-13 */
export interface Delivery {
  /** BT-70 */
  readonly name: string | null;
  /** BT-71 */
  readonly location: Identifier | null;
  /** BT-72 */
  readonly deliveredOn: CalendarDate | null;
  /** BG-15 */
  readonly address: PostalAddress | null;
}
