import type { PaymentTerms, TaxMode } from "@counterfoil/engine";
import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import type { DocumentTemplate } from "../documents/document-template.ts";
import { json } from "../json.ts";
import type { ElectronicAddress, InvoiceContact, InvoiceNote, StoredProfile } from "./electronic-party.ts";
import type { AddressRow } from "../accounts/account-row.ts";

/** The business that uses the platform (R-ORG-2). */
export interface OrganizationRow {
  id: string;
  name: string;
  legalName: string | null;
  address: AddressRow | null;
  country: string | null;
  taxId: string | null;
  registrationNumber: string | null;
  email: string | null;
  logoUrl: string | null;
  bankDetails: string | null;
  timezone: string;
  defaultCurrency: string;
  locale: string;
  invoiceNumberPrefix: string;
  invoiceNumberFormat: string;
  invoiceNumberRestart: "never" | "yearly" | "monthly";
  /** As that of invoices, which start again with the same years or months. */
  creditNoteNumberFormat: string;
  /** The same for receipts. */
  receiptNumberFormat: string;
  graceHours: number;
  defaultPaymentTerms: PaymentTerms;
  zeroAmountInvoices: "issue" | "skip";
  taxMode: TaxMode;
  brandColor: string;
  /** Whether PDFs of invoices carry the invoice as XML (Factur-X). */
  eInvoicing: boolean;
  /** Which rules the XML of invoices follows, unless the account says otherwise. */
  eInvoiceProfile: StoredProfile;
  /** Where documents for it are sent to over a network (BT-34). */
  electronicAddress: ElectronicAddress | null;
  /** The register of `registrationNumber`, by ISO 6523: 0002 is SIREN. */
  registrationScheme: string | null;
  invoiceContact: InvoiceContact | null;
  invoiceNotes: InvoiceNote[];
  documentTemplate: DocumentTemplate;
  sandbox: boolean;
  createdAt: string;
  updatedAt: string;
}

/** All but the number, which is nothing of its own: it only stands for the id. */
const COLUMNS = `id, name, legal_name, address, country, tax_id, registration_number, email, logo_url, bank_details, timezone,
  default_currency, locale, invoice_number_prefix, invoice_number_format, invoice_number_restart,
  credit_note_number_format, receipt_number_format, grace_hours, default_payment_terms, zero_amount_invoices, tax_mode, brand_color, e_invoicing,
  e_invoice_profile, electronic_address, registration_scheme, invoice_contact, invoice_notes, document_template, sandbox, created_at, updated_at`;

/** The organization of the transaction. It exists: its key was found a moment ago. */
export async function getOrganization(tx: Tx, lock: "for no key update" | "" = ""): Promise<OrganizationRow> {
  const name = lock === "" ? "get-organization" : undefined;
  const text = `select ${COLUMNS} from organization where id = $1 ${lock}`;
  const [row] = await tx.sql<OrganizationRow>(text, [tx.organizationId], name);
  if (row === undefined) throw new Error("the organization of this transaction does not exist");
  return row;
}

export async function insertOrganization(tx: Tx, organization: OrganizationRow): Promise<void> {
  await tx.all(build.insertInto("organization").values(columns(organization)));
}

export async function updateOrganization(tx: Tx, organization: OrganizationRow): Promise<void> {
  await tx.all(build.updateTable("organization").set(columns(organization)).where("id", "=", tx.organizationId));
}

function columns(organization: OrganizationRow) {
  return {
    ...organization,
    address: json(organization.address),
    electronicAddress: json(organization.electronicAddress),
    invoiceContact: json(organization.invoiceContact),
    invoiceNotes: json(organization.invoiceNotes),
    documentTemplate: json(organization.documentTemplate),
  };
}
