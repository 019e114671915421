import { checkLogo } from "@counterfoil/documents";
import { findAccountsById, findInvoiceLines, findInvoices, getOrganization, type Tx } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { invalid, notFound, refuseFaults } from "../errors/domain-error.ts";
import { toInvoiceDocument } from "../invoices/invoice-document.ts";
import { buyerSnapshot, sellerSnapshot } from "../invoices/snapshots.ts";
import {
  applyOrganizationInput,
  type Organization,
  organizationFaults,
  type OrganizationInput,
} from "../organizations/manage-organization.ts";
import { localDay } from "../time.ts";
import { findLogoBytes, unknownLogo } from "./logo.ts";
import { toLook, toPrintedSeller } from "./printed-parties.ts";
import { sampleInvoice } from "./sample-invoice.ts";
import { type SealedPdf, sealPdf } from "./sealed-pdf.ts";

export interface TemplatePreview {
  settings?: Pick<OrganizationInput, "brandColor" | "logoUrl" | "bankDetails" | "locale" | "documentTemplate">;
  invoiceId?: string | null;
}

/** Draws an invoice, or a sample, with settings over those of the organization, and writes nothing. */
export async function previewTemplate(
  context: Context,
  { settings = {}, invoiceId = null }: TemplatePreview,
): Promise<SealedPdf> {
  const document = await read(context, async (tx) => {
    const organization = applyOrganizationInput(await getOrganization(tx), settings);
    refuseFaults(organizationFaults(organization).map((fault) => ({ ...fault, pointer: `/settings${fault.pointer}` })));
    const seller = sellerSnapshot(organization);
    const logo = await previewedLogo(tx, organization);
    if (invoiceId !== null) {
      const { invoice, lines, buyer } = await getPrinted(tx, invoiceId);
      return toInvoiceDocument(invoice, lines, seller, buyer, logo);
    }
    const { documentTemplate, defaultCurrency: currency, locale, timezone } = organization;
    const { footer, showUsageDetail } = documentTemplate;
    const today = localDay(context.clock.now(), timezone);
    const printed = { seller: toPrintedSeller(seller, logo), look: toLook(seller) };
    return sampleInvoice({ ...printed, locale, currency, footer, showUsageDetail, today });
  });
  return sealPdf(await context.documents.renderInvoice(document), "preview");
}

async function getPrinted(tx: Tx, id: string) {
  const [invoice] = await findInvoices(tx, [id]);
  if (invoice === undefined) throw notFound("invoice", id);
  const lines = await findInvoiceLines(tx, [id]);
  const [account] = await findAccountsById(tx, [invoice.accountId]);
  if (account === undefined) throw new Error(`invoice ${id} has no account`);
  return { invoice, lines, buyer: invoice.buyer ?? buyerSnapshot(account) };
}

/** The logo of the settings, which may be a picture that is not kept yet. */
async function previewedLogo(tx: Tx, { logoUrl }: Organization): Promise<Uint8Array | null> {
  const pointer = "/settings/logoUrl";
  if (!logoUrl?.startsWith("data:")) {
    if (logoUrl !== null) refuseFaults((await unknownLogo(tx, logoUrl)).map((fault) => ({ ...fault, pointer })));
    return findLogoBytes(tx, logoUrl);
  }
  const checked = checkLogo(Buffer.from(logoUrl.slice(logoUrl.indexOf(",") + 1), "base64"));
  if (!checked.ok) throw invalid([{ pointer, code: checked.code, detail: checked.detail }]);
  return checked.bytes;
}
