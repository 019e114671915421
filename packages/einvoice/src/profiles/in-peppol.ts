import type { ElectronicInvoice, Note } from "../model/electronic-invoice.ts";
import type { Payment } from "../model/payment.ts";
import { isDomestic, sellerCountry } from "./countries-of.ts";
import { withRates } from "./with-rates.ts";

/** Adapts an invoice to Peppol: a single note, and the rules of the seller's country. */
export function inPeppol(invoice: ElectronicInvoice): ElectronicInvoice {
  // Between German parties, Peppol applies the rules of XRechnung.
  if (isDomestic(invoice, "DE")) return withRates(invoice);
  const written = { ...invoice, notes: oneNote(invoice.notes) };
  switch (sellerCountry(invoice)) {
    case "DK":
      return danish(written);
    case "NL":
      return { ...written, payment: dutchPayment(written) };
    case "SE":
      return swedish(written);
    default:
      return written;
  }
}

/** Only one note is allowed, unless both parties are German (PEPPOL-EN16931-R002). Combined notes have no subject. */
function oneNote(notes: readonly Note[]): readonly Note[] {
  if (notes.length <= 1) return notes;
  return [{ subject: null, text: notes.map(({ text }) => text).join("\n") }];
}

/**
 * Danish sellers must identify parties only by numbers with a scheme (DK-R-013), and must use code 31 for transfers
 * (DK-R-005).
 */
function danish(invoice: ElectronicInvoice): ElectronicInvoice {
  const { seller, buyer, payment } = invoice;
  const isPlain = buyer.identifier === null || buyer.identifier.scheme === null;
  return {
    ...invoice,
    seller: { ...seller, identifiers: seller.identifiers.filter(({ scheme }) => scheme !== null) },
    buyer: isPlain ? { ...buyer, identifier: null } : buyer,
    payment: payment?.meansCode === "30" ? { ...payment, meansCode: "31" } : payment,
  };
}

/** Dutch sellers may only name means of payment that can be used (NL-R-008). */
function dutchPayment({ payment }: ElectronicInvoice): Payment | null {
  return payment === null || payment.transfers.length === 0 ? null : payment;
}

/** For Swedish sellers, the tax registration is a fixed phrase instead of a number (SE-R-005). */
function swedish(invoice: ElectronicInvoice): ElectronicInvoice {
  return { ...invoice, seller: { ...invoice.seller, taxRegistration: null } };
}
