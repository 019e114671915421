import type { AccountRow, BuyerSnapshot, InvoiceRow, OrganizationRow, SellerSnapshot } from "@counterfoil/storage";
import { toAccount } from "../accounts/index.ts";

/** The language for an account's mails and documents. */
export function localeFor(
  organization: Pick<OrganizationRow, "locale">,
  account: Pick<AccountRow, "locale"> | undefined,
): string {
  return account?.locale ?? organization.locale;
}

/** The seller as printed for an account, in the account's language, frozen at issue (invariant 4). */
export function sellerSnapshot(
  organization: OrganizationRow,
  account: Pick<AccountRow, "locale" | "eInvoiceProfile"> | undefined,
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
    registrationScheme,
    electronicAddress,
    invoiceContact,
    invoiceNotes,
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
    registrationScheme,
    electronicAddress,
    invoiceContact,
    invoiceNotes,
    eInvoiceProfile: account?.eInvoiceProfile ?? organization.eInvoiceProfile,
  };
}

/** The billed account as printed on an invoice, which may have its own reference; frozen at issue (invariant 4). */
export function buyerSnapshot(row: AccountRow, { buyerReference }: Pick<InvoiceRow, "buyerReference">): BuyerSnapshot {
  const account = toAccount(row);
  return {
    name: account.name,
    address: account.billingAddress,
    country: account.taxCountry,
    taxId: account.taxId,
    email: account.billingEmail,
    registrationNumber: account.registrationNumber,
    registrationScheme: account.registrationScheme,
    electronicAddress: account.electronicAddress,
    buyerReference: buyerReference ?? account.buyerReference,
  };
}
