import type { BillingInterval, InvoiceLineKind, PaymentTerms } from "@counterfoil/engine";
import type { AddressRow } from "../accounts/account-row.ts";
import type {
  ElectronicAddress,
  InvoiceContact,
  InvoiceNote,
  StoredProfile,
} from "../organizations/electronic-party.ts";
import type { DocumentTemplate } from "../documents/document-template.ts";
import type { BilledTerms } from "../books/billed-terms.ts";
import type { StoredTax, StoredTaxPart } from "../tax/stored-taxes.ts";

export type InvoiceStatus = "draft" | "issued" | "paid" | "overdue" | "void" | "uncollectible";

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

export interface InvoiceRow {
  id: string;
  accountId: string;
  subscriptionId: string | null;
  status: InvoiceStatus;
  currency: string;
  description: string | null;
  number: string | null;
  series: string | null;
  sequence: string | null;
  /** Calendar dates in `timezone`, half-open. */
  periodStart: string;
  periodEnd: string;
  timezone: string;
  billingPeriodStart: string;
  billingPeriodEnd: string;
  billingDate: string;
  issuesAt: string | null;
  issueDate: string | null;
  dueDate: string | null;
  /** When it is overdue if it is not paid by then: the end of the local day on which it is due. */
  overdueAt: string | null;
  paymentTerms: PaymentTerms;
  subtotal: string;
  tax: string;
  total: string;
  /** By rate; null or missing where nothing was said about tax (R-INV-6). */
  taxes?: StoredTax[] | null;
  creditsApplied: string;
  /** Of an issued invoice below zero; null or missing on others, and on those issued before it was kept. */
  creditedTo?: StoredCreditPart[] | null;
  amountPaid: string;
  purchaseOrderNumber: string | null;
  /** In place of the account's, where it is not null. What an issued invoice says stands in `buyer`. */
  buyerReference: string | null;
  memo: string | null;
  footer: string | null;
  externalId: string | null;
  externalProvider: string | null;
  externalUrl: string | null;
  seller: SellerSnapshot | null;
  buyer: BuyerSnapshot | null;
  /** Null where nothing was decided: on drafts, without e-invoicing, and on invoices of earlier releases. */
  eInvoice: StoredElectronicOutcome | null;
  /** Of the PDF that a release before handed out, which kept no bytes. */
  pdfSha256: string | null;
  /** Of the PDF that is stored as it was issued, and of the one that is marked void; null until each was drawn. */
  documentSha256: string | null;
  voidDocumentSha256: string | null;
  testClockId: string | null;
  issuingFailure: string | null;
  voidedAt: string | null;
  voidReason: string | null;
  replacesInvoiceId: string | null;
  replacedByInvoiceId: string | null;
  createdAt: string;
  updatedAt: string;
}

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

export interface InvoiceLineRow {
  id: string;
  invoiceId: string;
  position: number;
  subscriptionId: string | null;
  versionId: string | null;
  priceId: string | null;
  productId: string | null;
  kind: InvoiceLineKind;
  adjustmentId: string | null;
  /** Of a version's discount or limit: the prices that it is for, none where it is for all. */
  scopePriceIds?: readonly string[] | null;
  description: string;
  groupName: string | null;
  usageGroup: Record<string, string> | null;
  usageThrough: string | null;
  countedOn: string;
  /** The interval that it is for (`countedInterval` of the engine); null where it counts as a whole, and of lines of before. */
  countedInterval: BillingInterval | null;
  periodStart: string;
  periodEnd: string;
  servicePeriodStart: string;
  servicePeriodEnd: string;
  quantity: string;
  unitPrice: string | null;
  unitLabel: string | null;
  amount: string;
  proration: { days: number; of: number } | null;
  /** Its parts under the invoice's taxes; null or missing where nothing was said about tax. */
  taxes?: StoredTaxPart[] | null;
  explanation: StoredExplanation;
}

/** A line that is to be written, with the terms that are to be written with it. */
export interface NewInvoiceLine extends InvoiceLineRow {
  terms?: BilledTerms;
}
