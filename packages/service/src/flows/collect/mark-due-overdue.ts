import { type DueQuery, findInvoiceLines, markOverdue } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { toInvoice } from "../../invoices/index.ts";
import { remindOfOverdue } from "./remind-of-overdue.ts";
import { auditAll, notifyAll } from "../../record.ts";

/** Marks issued invoices as overdue when their due day has ended (R-INV-2). Returns how many it marked. */
export async function markDueOverdue(work: Work, due: DueQuery): Promise<number> {
  const invoices = await markOverdue(work.tx, due);
  if (invoices.length === 0) return 0;
  const ids = invoices.map(({ id }) => id);
  const linesOf = Map.groupBy(await findInvoiceLines(work.tx, ids), (line) => line.invoiceId);
  const told = invoices
    .toSorted((a, b) => ((a.overdueAt ?? "") + a.id < (b.overdueAt ?? "") + b.id ? -1 : 1))
    .map((invoice) => toInvoice(invoice, linesOf.get(invoice.id) ?? []));
  const change = { action: "invoice.overdue", before: { status: "issued" }, after: { status: "overdue" } };
  await auditAll(
    work,
    told.map(({ id }) => ({ ...change, objectId: id })),
  );
  await notifyAll(
    work,
    told.map((data) => ({ type: "invoice.overdue", objectId: data.id, data })),
  );
  await remindOfOverdue(work, invoices);
  return invoices.length;
}
