import { findInvoiceLines, findInvoices } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { asIssued } from "../credit-notes/index.ts";
import { notFound } from "../errors/index.ts";
import type { ElectronicFile, ElectronicForm } from "./electronic-file.ts";
import { runElectronic } from "./run-electronic.ts";

/**
 * The issued invoice as XML of EN 16931, by the rules of a profile. Refuses what `electronicTasks.invoiceFile` refuses.
 */
export async function renderInvoiceXml(context: Context, id: string, form: ElectronicForm): Promise<ElectronicFile> {
  const { invoice, lines } = await read(context, async (tx) => {
    const [row] = await findInvoices(tx, [id]);
    if (row === undefined) throw notFound("invoice", id);
    return { invoice: await asIssued(tx, row), lines: await findInvoiceLines(tx, [id]) };
  });
  return runElectronic(context, lines.length, "invoiceFile", invoice, lines, form);
}
