import { setTimeout as sleep } from "node:timers/promises";
import type { AnsweredApi } from "../mixed/answered-api.ts";
import type { Stored } from "../stored-faults.ts";

/** An answered payment of an answered invoice. */
export interface Payment {
  readonly invoiceId: string;
  readonly number: string;
  readonly paymentId: string;
}

const PAUSE_MILLISECONDS = 30;

/** Issues one invoice after the other and pays each in full, every request under its own Idempotency-Key. */
export async function payBills(api: AnsweredApi, payments: Payment[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const { id: accountId } = await api.post("/accounts", { name: "Payer", currency: "USD" });
    const lines = [{ description: "Work", unitPrice: "31.00" }];
    const { id: invoiceId, number } = await api.post("/invoices", { accountId, lines, autoIssue: true });
    const payment = await api.post(`/invoices/${invoiceId}/payments`, { amount: "31.00", method: "cash" });
    payments.push({ invoiceId, number: String(number), paymentId: payment.id });
    await sleep(PAUSE_MILLISECONDS);
  }
}

/** Every answered payment exists once, paid its invoice in full, and the invoice kept its number. */
export async function paymentFaults(
  { owner, organizationId }: Stored,
  payments: readonly Payment[],
): Promise<string[]> {
  const { rows } = await owner.query<{ id: string; number: string; status: string; paid: string; payments: string[] }>(
    `select i.id, i.number, i.status, i.amount_paid::text as paid, array_agg(p.id order by p.id) as payments
     from invoice i join payment p on p.organization_id = i.organization_id and p.invoice_id = i.id
     where i.organization_id = $1 group by i.organization_id, i.id`,
    [organizationId],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const faults = payments.flatMap(({ invoiceId, number, paymentId }) => {
    const row = stored.get(invoiceId);
    const isRight =
      row?.number === number && row.status === "paid" && Number(row.paid) === 31 && row.payments.join() === paymentId;
    return isRight ? [] : [`${number} was paid by ${paymentId}, and is stored as ${JSON.stringify(row)}`];
  });
  if (stored.size !== payments.length)
    faults.push(`${payments.length} invoices were paid, and ${stored.size} are stored`);
  return faults;
}
