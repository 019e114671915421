import type { PaymentTerms } from "@counterfoil/engine";
import { build } from "../database/build.ts";
import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";
import type { Row } from "../row.ts";

/** The business that uses the platform (R-ORG-2). */
export type OrganizationRow = Row<"organization", "number"> & {
  defaultPaymentTerms: PaymentTerms;
};

/** All columns except the number, which only stands for the ID. */
const COLUMNS = `id, name, legal_name, address, country, tax_id, registration_number, email, logo_url, bank_details, timezone,
  default_currency, locale, invoice_number_prefix, invoice_number_format, invoice_number_restart,
  credit_note_number_format, receipt_number_format, grace_hours, default_payment_terms, zero_amount_invoices, tax_mode, brand_color, e_invoicing,
  e_invoice_profile, electronic_address, registration_scheme, invoice_contact, invoice_notes, document_template, reporting_currency, model_costs, margin_alert, sandbox, created_at, updated_at`;

/** The organization of the transaction. It exists, because its key was just found. */
export async function getOrganization(tx: Tx, lock: "for no key update" | "" = ""): Promise<OrganizationRow> {
  const [row] = await tx.sql<OrganizationRow>(
    `select ${COLUMNS} from organization where id = $1 ${lock}`,
    [tx.organizationId],
    lock === "" ? "get-organization" : undefined,
  );
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
    modelCosts: json(organization.modelCosts),
    marginAlert: json(organization.marginAlert),
  };
}

/** Whether there is an organization with this ID. */
export async function organizationExists(database: Database, organizationId: string): Promise<boolean> {
  const rows = await database.read(organizationId, (tx) =>
    tx.sql("select from organization where id = $1", [organizationId], "organization-exists"),
  );
  return rows.length > 0;
}
