import { getOrganization, type OrganizationRow, type PaymentRow, takeNumbers } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import type { Fault } from "../errors/index.ts";
import {
  invoiceNumber,
  numberingFaults,
  numberPattern,
  type Numbering,
  ownNumbering,
  seriesOf,
} from "../invoices/index.ts";
import { localDay } from "../time.ts";

type ReceiptNumbering = Numbering & Pick<OrganizationRow, "receiptNumberFormat">;

/** Receipts are numbered like invoices, with a separate series and format (R-INV-7). */
export function receiptNumbering({ receiptNumberFormat, ...numbering }: ReceiptNumbering): Numbering {
  return ownNumbering(numbering, receiptNumberFormat);
}

export function receiptNumberingFaults(organization: ReceiptNumbering): Fault[] {
  const faults = numberingFaults(receiptNumbering(organization));
  return faults.map((fault) => ({ ...fault, pointer: "/receiptNumberFormat" }));
}

/**
 * Assigns the receipt number of a payment that succeeded. The caller holds the numbering lock (`lockNumbering`). The
 * series stays locked until commit, so this is the last step (R-INV-3).
 */
export async function takeReceiptNumber(
  work: Work,
): Promise<Pick<PaymentRow, "receiptNumber" | "receiptSeries" | "receiptSequence">> {
  const organization = await getOrganization(work.tx);
  const numbering = receiptNumbering(organization);
  const today = localDay(work.clock.now(), organization.timezone);
  const receiptSeries = seriesOf(numbering, today, "payment");
  const sequence = await takeNumbers(work.tx, {
    series: receiptSeries,
    count: 1,
    pattern: numberPattern(numbering, today),
    of: "payment",
  });
  const receiptNumber = invoiceNumber(numbering, sequence, today);
  return { receiptNumber, receiptSeries, receiptSequence: sequence.toString() };
}
