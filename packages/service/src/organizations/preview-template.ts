import type { InvoiceDocument, PrintedPayment } from "@counterfoil/documents";
import {
  type AccountRow,
  type BuyerSnapshot,
  findAccountsById,
  findInvoiceLines,
  findInvoices,
  getOrganization,
  type InvoiceLineRow,
  type InvoiceRow,
  type SellerSnapshot,
  type Tx,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { type Fault, refuseFaults } from "../errors/index.ts";
import { asksToPay, buyerSnapshot, sellerSnapshot, toInvoiceDocument, transferCodeOf } from "../invoices/index.ts";
import { shownUsageByDay } from "../printing/index.ts";
import {
  applyOrganizationInput,
  type Organization,
  organizationFaults,
  type OrganizationInput,
} from "./manage-organization.ts";
import { localDay } from "../time.ts";
import {
  drawn,
  findLogoBytes,
  logoFaults,
  sampleInvoice,
  type SealedPdf,
  sealPdf,
  toLook,
  toPrintedSeller,
} from "../documents/index.ts";

export interface TemplatePreview {
  settings?: Pick<OrganizationInput, "brandColor" | "logoUrl" | "bankDetails" | "locale" | "documentTemplate">;
  invoiceId?: string | null;
}

/** Renders an invoice or a sample with changed settings. Writes nothing. */
export async function previewTemplate(context: Context, preview: TemplatePreview): Promise<SealedPdf> {
  const previewed = await read(context, (tx) => readPreviewed(tx, context, preview));
  const document = await previewedDocument(context, previewed);
  return sealPdf(await drawn(context.documents.renderInvoice(document, null, context.organizationId)), "preview");
}

interface Previewed {
  readonly seller: SellerSnapshot;
  readonly logo: Uint8Array | null;
  readonly sample: InvoiceDocument;
  /** Null if a sample is shown. */
  readonly shown: {
    readonly invoice: InvoiceRow;
    readonly lines: InvoiceLineRow[];
    readonly buyer: BuyerSnapshot;
  } | null;
}

async function readPreviewed(
  tx: Tx,
  { clock }: Context,
  { settings = {}, invoiceId = null }: TemplatePreview,
): Promise<Previewed> {
  const before = await getOrganization(tx);
  const organization = applyOrganizationInput(before, settings);
  const [invoice] = invoiceId === null ? [] : await findInvoices(tx, [invoiceId]);
  const settingFaults = [...organizationFaults(organization, before), ...(await logoFaults(tx, settings.logoUrl))];
  refuseFaults([
    ...settingFaults.map((fault) => ({ ...fault, pointer: `/settings${fault.pointer}` })),
    ...(invoiceId !== null && invoice === undefined ? [noInvoice(invoiceId)] : []),
  ]);
  const logo = await findLogoBytes(tx, organization.logoUrl);
  const account = invoice === undefined ? undefined : await getBilled(tx, invoice.accountId);
  // The language of the preview, or the account's language.
  const seller = sellerSnapshot(organization, settings.locale === undefined ? account : undefined);
  const common = { seller, logo, sample: sampleOf(organization, logo, clock.now()) };
  if (invoice === undefined || account === undefined) return { ...common, shown: null };
  const lines = await findInvoiceLines(tx, [invoice.id]);
  return { ...common, shown: { invoice, lines, buyer: invoice.buyer ?? buyerSnapshot(account, invoice) } };
}

async function previewedDocument(
  context: Context,
  { seller, logo, sample, shown }: Previewed,
): Promise<InvoiceDocument> {
  if (shown === null) return sample;
  const { invoice, lines, buyer } = shown;
  const days = await shownUsageByDay(context, invoice, lines, seller);
  return toInvoiceDocument(
    invoice,
    lines,
    { seller, buyer },
    {
      logo,
      usageByDay: days,
      payment: shownPayment(invoice, seller),
    },
  );
}

/** The payment details. A draft shows them like an issued invoice: how it will be paid. */
function shownPayment(invoice: InvoiceRow, seller: SellerSnapshot): PrintedPayment | null {
  if (invoice.status !== "draft" && !asksToPay(invoice)) return null;
  return { transferCode: transferCodeOf(invoice, seller), link: null };
}

function noInvoice(id: string): Fault {
  return { pointer: "/invoiceId", code: "not_found", detail: `There is no invoice ${JSON.stringify(id)}.` };
}

function sampleOf(organization: Organization, logo: Uint8Array | null, now: string): InvoiceDocument {
  const { documentTemplate, defaultCurrency: currency, locale, timezone } = organization;
  const { footer, showUsageDetail, showUsageByDay } = documentTemplate;
  const seller = sellerSnapshot(organization, undefined);
  const printed = { seller: toPrintedSeller(seller, logo), look: toLook(seller) };
  return sampleInvoice({
    ...printed,
    locale,
    currency,
    footer,
    showUsageDetail,
    showUsageByDay,
    today: localDay(now, timezone),
  });
}

async function getBilled(tx: Tx, accountId: string): Promise<AccountRow> {
  const [account] = await findAccountsById(tx, [accountId]);
  if (account === undefined) throw new Error(`there is no account ${accountId}`);
  return account;
}
