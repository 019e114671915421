import {
  findInvoiceLinkByStart,
  findInvoices,
  type InvoiceLinkRow,
  type ListPage,
  type ListQuery,
  listInvoiceLinks as listRows,
  revokeInvoiceLink as revoke,
} from "@counterfoil/storage";
import { accountNow } from "../clocks/index.ts";
import { type Context, read, transact } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { hashStartOf, linkId, type LinkStatus, linkStatus } from "../link-token.ts";
import { audit } from "../record.ts";

/** A link of an invoice as the API returns it, without its token. */
export interface ShownInvoiceLink extends Pick<InvoiceLinkRow, "expiresAt" | "revokedAt" | "createdAt"> {
  /** Where the link was created. */
  origin: InvoiceLinkRow["origin"] | "portal";
  id: string;
  status: LinkStatus;
  /** The portal link through which a customer created it. */
  portalLinkId: string | null;
}

export function listInvoiceLinks(
  context: Context,
  invoiceId: string,
  query: ListQuery,
): Promise<ListPage<ShownInvoiceLink>> {
  return read(context, async (tx) => {
    const [invoice] = await findInvoices(tx, [invoiceId]);
    if (invoice === undefined) throw notFound("invoice", invoiceId);
    const now = await accountNow({ tx, clock: context.clock }, invoice);
    const { rows, total } = await listRows(tx, invoice.id, query);
    return { rows: rows.map((row) => toShown(row, now)), total };
  });
}

/** Revokes a link immediately. A link that already ended is unchanged, and a payment that was started continues. */
export function revokeInvoiceLink(context: Context, invoiceId: string, id: string): Promise<void> {
  return transact(context, async (work) => {
    const [invoice] = await findInvoices(work.tx, [invoiceId]);
    if (invoice === undefined) throw notFound("invoice", invoiceId);
    const hashStart = hashStartOf(id);
    const link = hashStart === undefined ? undefined : await findInvoiceLinkByStart(work.tx, invoice.id, hashStart);
    if (link === undefined) throw notFound("payment link", id);
    if (link.revokedAt !== null) return;
    const now = await accountNow(work, invoice);
    if (!(await revoke(work.tx, link.tokenHash, now))) return;
    await audit(work, { action: "invoice.link_revoked", objectId: invoice.id, after: { linkId: id } });
  });
}

function toShown(link: InvoiceLinkRow, now: string): ShownInvoiceLink {
  const { tokenHash, portalTokenHash, expiresAt, revokedAt, createdAt } = link;
  const portalLinkId = portalTokenHash === null ? null : linkId(portalTokenHash);
  const origin = portalTokenHash === null ? link.origin : "portal";
  return {
    id: linkId(tokenHash),
    status: linkStatus(link, now),
    origin,
    portalLinkId,
    expiresAt,
    revokedAt,
    createdAt,
  };
}
