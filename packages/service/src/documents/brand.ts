import type { SellerSnapshot, Tx } from "@counterfoil/storage";
import { pictureAddress } from "./logo.ts";

/** What a page for customers needs to look like the seller's. */
export interface Brand extends Pick<
  SellerSnapshot,
  "name" | "legalName" | "address" | "country" | "taxId" | "registrationNumber" | "email" | "locale" | "brandColor"
> {
  /**
   * The logo itself as a `data:` address, because a customer with a link cannot open an address that needs an API key.
   */
  logoUrl: string | null;
}

export async function brandOf(tx: Tx, seller: SellerSnapshot): Promise<Brand> {
  const { name, legalName, address, country, taxId, registrationNumber, email, locale, brandColor } = seller;
  const logoUrl = await pictureAddress(tx, seller.logoUrl);
  return { name, legalName, address, country, taxId, registrationNumber, email, locale, brandColor, logoUrl };
}
