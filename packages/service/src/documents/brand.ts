import type { SellerSnapshot, Tx } from "@counterfoil/storage";
import { pictureAddress } from "./logo.ts";

/** What a page for customers needs of the seller, to look like the seller's own. */
export interface Brand extends Pick<
  SellerSnapshot,
  "name" | "legalName" | "address" | "country" | "taxId" | "registrationNumber" | "email" | "locale" | "brandColor"
> {
  /** The logo itself as a `data:` address: whoever holds a link can follow no address that needs a key. */
  logoUrl: string | null;
}

export async function brandOf(tx: Tx, seller: SellerSnapshot): Promise<Brand> {
  const { name, legalName, address, country, taxId, registrationNumber, email, locale, brandColor } = seller;
  const logoUrl = await pictureAddress(tx, seller.logoUrl);
  return { name, legalName, address, country, taxId, registrationNumber, email, locale, brandColor, logoUrl };
}
