import type { AccountRow, BuyerSnapshot, OrganizationRow, SellerSnapshot } from "@counterfoil/storage";
import { toAccount } from "../accounts/account.ts";

/** The language in which an account is written to. */
export function localeFor(
  organization: Pick<OrganizationRow, "locale">,
  account: Pick<AccountRow, "locale"> | undefined,
): string {
  return account?.locale ?? organization.locale;
}

/** The seller as it is printed for an account, in the account's language, frozen at issue (invariant 4). */
export function sellerSnapshot(
  organization: OrganizationRow,
  account: Pick<AccountRow, "locale"> | undefined,
): SellerSnapshot {
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
    locale: localeFor(organization, account),
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
