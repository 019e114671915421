import type { BillingInterval, InvoiceLineKind, PaymentTerms } from "@counterfoil/engine";
import type { AddressRow } from "../accounts/account-row.ts";
import type { ElectronicAddress, InvoiceContact, InvoiceNote } from "../organizations/electronic-party.ts";
import type { DocumentTemplate } from "../documents/document-template.ts";
import type { BilledTerms } from "../books/billed-terms.ts";
import type { Row } from "../row.ts";
import { INVOICE_STATUSES, type InvoiceStatus, type StoredProfile } from "../tables.gen.ts";

/** Who sells, as printed: frozen when the invoice is issued. */
export interface SellerSnapshot {
  name: string;
  legalName: string | null;
  address: AddressRow | null;
  country: string | null;
  taxId: string | null;
  registrationNumber: string | null;
  email: string | null;
  logoUrl: string | null;
  bankDetails: string | null;
  brandColor: string;
  documentTemplate: DocumentTemplate;
  locale: string;
  /** Whether its PDF carries the invoice as XML. */
  eInvoicing: boolean;
  /** What follows is not in snapshots of earlier releases. */
  registrationScheme?: string | null;
  electronicAddress?: ElectronicAddress | null;
  invoiceContact?: InvoiceContact | null;
  invoiceNotes?: InvoiceNote[];
  /** Which rules the XML of the invoice follows: the account's, or the organization's. */
  eInvoiceProfile?: StoredProfile;
}

/** Who is billed, as printed: frozen when the invoice is issued. */
export interface BuyerSnapshot {
  name: string;
  address: AddressRow | null;
  country: string | null;
  taxId: string | null;
  email: string | null;
  /** What follows is not in snapshots of earlier releases. */
  registrationNumber?: string | null;
  registrationScheme?: string | null;
  electronicAddress?: ElectronicAddress | null;
  buyerReference?: string | null;
}

/** Whether the invoice could be written as XML of its profile when it was issued: not where it breaks a rule. */
export interface StoredElectronicOutcome {
  profile: StoredProfile;
  broken: { rule: string; message: string; path: string }[];
}

/** Where a part of what an invoice below zero gave back went. The amount is positive, in the invoice's currency. */
export interface StoredCreditPart {
  to: "invoice" | "credit_grant" | "account_credit";
  amount: string;
  /** Of the invoice that it reduced. */
  invoiceId?: string;
  invoiceNumber?: string;
  /** The grant that it returned to. */
  creditGrantId?: string;
}

/** Skipped invoices are kept in the database, so that their periods are not billed again, and are shown to nobody. */
export type ShownInvoiceStatus = Exclude<InvoiceStatus, "skipped">;

export const SHOWN_INVOICE_STATUSES: readonly ShownInvoiceStatus[] = INVOICE_STATUSES.filter(isShownStatus);

/** Whether the invoice is not skipped. */
export function isShown<Invoice extends { status: InvoiceStatus }>(
  invoice: Invoice,
): invoice is Invoice & { status: ShownInvoiceStatus } {
  return isShownStatus(invoice.status);
}

function isShownStatus(status: InvoiceStatus): status is ShownInvoiceStatus {
  return status !== "skipped";
}

/** An invoice that is not skipped. */
export type InvoiceRow = Row<"invoice"> & {
  status: ShownInvoiceStatus;
  paymentTerms: PaymentTerms;
};

/** A step of the arithmetic as stored: decimals are text. */
export interface StoredStep {
  kind: string;
  label: string;
  amount: string;
  [operand: string]: unknown;
}

export interface StoredExplanation {
  steps: StoredStep[];
  notes: { code: string; detail: string }[];
  exactAmount: string;
  conversionRate: string | null;
  /** Where the price was in another currency; missing of a line that was billed before it was kept. */
  conversion?: StoredConversion;
  usage: { quantity: string; eventCount: string } | null;
  billedBefore: string | null;
  /** What the amount follows from beside price and usage, as the engine's `LineBasis`; missing of a line that no contract made. */
  basis?: StoredBasis;
  /** How its usage was counted, to be counted again; missing of a line without usage. */
  counted?: CountedUsage;
  /** The hash of the price and the metrics by which it was billed; missing of a line without a price. */
  terms?: string;
  /** SHA-256 over all that the amount follows from; the usage by what it came to. */
  inputsHash?: string;
}

/** From what a line's price was converted, beside the rate: what is printed of it never follows a later change of the contract. */
export interface StoredConversion {
  /** The currency of the price. */
  sourceCurrency: string;
  /** Of one unit in that currency; null where tiers or fees leave no single price. */
  sourceUnitPrice: string | null;
  /** The local day of the rate. */
  rateDate: string | null;
}

/** A `LineBasis` of the engine as stored: decimals and dates are text. */
export type StoredBasis = { kind: string } & Record<string, unknown>;

/** What a line takes back of an invoice, in the basis of usage below zero. */
export interface StoredTake {
  invoiceId: string;
  amount: string;
}

/** Instants, half-open, and the properties by which the usage was split. The sequence up to which it counts is the line's. */
export interface CountedUsage {
  start: string;
  end: string;
  except: { start: string; end: string }[];
  groupBy: string[];
}

export type InvoiceLineRow = Row<"invoiceLine", "isVoid" | "scopePriceIds" | "taxes"> &
  Partial<Row<"invoiceLine", "isVoid">> & {
    kind: InvoiceLineKind;
    countedInterval: BillingInterval | null;
  };

/** A line that is to be written, with the terms that are to be written with it. */
export interface NewInvoiceLine extends InvoiceLineRow {
  terms?: BilledTerms;
}
