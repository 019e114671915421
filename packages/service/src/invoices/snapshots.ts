import type { AccountRow, BuyerSnapshot, OrganizationRow, SellerSnapshot } from "@counterfoil/storage";
import { toAccount } from "../accounts/account.ts";

/** The seller as it is printed, frozen at issue (invariant 4). */
export function sellerSnapshot(organization: OrganizationRow): SellerSnapshot {
  const {
    name,
    legalName,
    address,
    country,
    taxId,
    registrationNumber,
    email,
    logoUrl,
    bankDetails,
    brandColor,
    documentTemplate,
    locale,
    eInvoicing,
  } = organization;
  return {
    name,
    legalName,
    address,
    country,
    taxId,
    registrationNumber,
    email,
    logoUrl,
    bankDetails,
    brandColor,
    documentTemplate,
    locale,
    eInvoicing,
  };
}

/** The billed account as it is printed, frozen at issue (invariant 4). */
export function buyerSnapshot(row: AccountRow): BuyerSnapshot {
  const account = toAccount(row);
  return {
    name: account.name,
    address: account.billingAddress,
    country: account.taxCountry,
    taxId: account.taxId,
    email: account.billingEmail,
  };
}
