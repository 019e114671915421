import { instantText, startOfDay } from "@counterfoil/engine";
import {
  findDocumentLink,
  insertInvoiceLinks,
  type InvoiceLinkRow,
  type InvoiceRow,
  type Tx,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { hashLinkToken, makeLinkToken, MOST_DAYS } from "../link-token.ts";
import { localDay } from "../time.ts";

/** A link to an invoice's page that is sent with a document or a mail. */
export interface PayLink {
  readonly invoiceId: string;
  readonly token: string;
  readonly origin: "document" | "mail";
  readonly expiresAt: string;
  /** The last local day on which it works. */
  readonly validUntil: string;
}

const DAYS_OPEN = 90;

/**
 * Makes a link that works for 90 days after the invoice is due, or from now on if that is later. It works for whole
 * days, so that the printed date is exact. Nothing is stored yet.
 *
 * @param now by the account's clock
 */
export function makePayLink(
  { id: invoiceId, dueDate, timezone }: Pick<InvoiceRow, "id" | "dueDate" | "timezone">,
  origin: PayLink["origin"],
  now: string,
): PayLink {
  const today = Temporal.PlainDate.from(localDay(now, timezone));
  const from = dueDate === null || dueDate < now ? today : Temporal.PlainDate.from(localDay(dueDate, timezone));
  const [wanted, latest] = [from.add({ days: DAYS_OPEN }), today.add({ days: MOST_DAYS - 1 })];
  const last = Temporal.PlainDate.compare(wanted, latest) < 0 ? wanted : latest;
  const expiresAt = instantText(startOfDay(last.add({ days: 1 }), timezone));
  return { invoiceId, token: makeLinkToken(), origin, expiresAt, validUntil: last.toString() };
}

/**
 * The link with which the invoice's document was drawn, so that it is drawn with the same link again. Null if there is
 * none.
 */
export async function findPayLink(
  tx: Tx,
  { id, timezone }: Pick<InvoiceRow, "id" | "timezone">,
): Promise<PayLink | null> {
  const row = await findDocumentLink(tx, id);
  if (row === undefined || row.documentToken === null) return null;
  const validUntil = Temporal.PlainDate.from(localDay(row.expiresAt, timezone)).subtract({ days: 1 }).toString();
  return { invoiceId: id, token: row.documentToken, origin: "document", expiresAt: row.expiresAt, validUntil };
}

/** Lets links open their invoices from now on. They are listed with the invoice and revoked there. */
export function openPayLinks(tx: Tx, links: readonly PayLink[], createdAt: string): Promise<void> {
  const rows = links.map(({ token, invoiceId, origin, expiresAt }): Omit<InvoiceLinkRow, "revokedAt"> => ({
    tokenHash: hashLinkToken(token),
    invoiceId,
    origin,
    expiresAt,
    portalTokenHash: null,
    documentToken: origin === "document" ? token : null,
    createdAt,
  }));
  return insertInvoiceLinks(tx, rows);
}
