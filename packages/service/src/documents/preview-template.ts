import type { InvoiceDocument } from "@counterfoil/documents";
import { findAccountsById, findInvoiceLines, findInvoices, getOrganization, type Tx } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { refuseFaults } from "../errors/domain-error.ts";
import type { Fault } from "../errors/fault.ts";
import { toInvoiceDocument } from "../invoices/invoice-document.ts";
import { buyerSnapshot, sellerSnapshot } from "../invoices/snapshots.ts";
import {
  applyOrganizationInput,
  type Organization,
  organizationFaults,
  type OrganizationInput,
} from "../organizations/manage-organization.ts";
import { localDay } from "../time.ts";
import { findLogoBytes, logoFaults } from "./logo.ts";
import { toLook, toPrintedSeller } from "./printed-parties.ts";
import { sampleInvoice } from "./sample-invoice.ts";
import { type SealedPdf, sealPdf } from "./sealed-pdf.ts";

export interface TemplatePreview {
  settings?: Pick<OrganizationInput, "brandColor" | "logoUrl" | "bankDetails" | "locale" | "documentTemplate">;
  invoiceId?: string | null;
}

/** Draws an invoice, or a sample, with settings over those of the organization, and writes nothing. */
export async function previewTemplate(context: Context, preview: TemplatePreview): Promise<SealedPdf> {
  const document = await read(context, async (tx) => {
    const { settings = {}, invoiceId = null } = preview;
    const organization = applyOrganizationInput(await getOrganization(tx), settings);
    const [invoice] = invoiceId === null ? [] : await findInvoices(tx, [invoiceId]);
    const settingFaults = [...organizationFaults(organization), ...(await logoFaults(tx, settings.logoUrl))];
    refuseFaults([
      ...settingFaults.map((fault) => ({ ...fault, pointer: `/settings${fault.pointer}` })),
      ...(invoiceId !== null && invoice === undefined ? [noInvoice(invoiceId)] : []),
    ]);
    const logo = await findLogoBytes(tx, organization.logoUrl);
    if (invoice === undefined) return sampleOf(organization, logo, context.clock.now());
    const lines = await findInvoiceLines(tx, [invoice.id]);
    const buyer = invoice.buyer ?? (await currentBuyer(tx, invoice.accountId));
    return toInvoiceDocument(invoice, lines, sellerSnapshot(organization), buyer, logo);
  });
  return sealPdf(await context.documents.renderInvoice(document), "preview");
}

function noInvoice(id: string): Fault {
  return { pointer: "/invoiceId", code: "not_found", detail: `There is no invoice ${id}.` };
}

function sampleOf(organization: Organization, logo: Uint8Array | null, now: string): InvoiceDocument {
  const { documentTemplate, defaultCurrency: currency, locale, timezone } = organization;
  const { footer, showUsageDetail } = documentTemplate;
  const seller = sellerSnapshot(organization);
  const printed = { seller: toPrintedSeller(seller, logo), look: toLook(seller) };
  return sampleInvoice({ ...printed, locale, currency, footer, showUsageDetail, today: localDay(now, timezone) });
}

async function currentBuyer(tx: Tx, accountId: string) {
  const [account] = await findAccountsById(tx, [accountId]);
  if (account === undefined) throw new Error(`there is no account ${accountId}`);
  return buyerSnapshot(account);
}
