import { Decimal, formatAmount, instantText } from "@counterfoil/engine";
import { type Context, getAccount, type InvoiceSummary, listInvoices, recordPayment } from "@counterfoil/service";
import { Temporal } from "temporal-polyfill";
import { seededRandom } from "./random.ts";
import type { Moment } from "./moment.ts";
import type { Course } from "./schedule.ts";

/** How a customer pays: how many days after the issue of an invoice, and since how many months ago no longer. */
interface Habit {
  readonly days: number;
  readonly stoppedMonthsAgo: number;
  /** Pays only a part of its latest invoices. */
  readonly paysPart: boolean;
}

const LATE: Readonly<Record<string, number>> = {
  "castellan-legal": 41,
  "quayside-foods": 52,
  "copperline-hardware": 38,
};
const STOPPED: Readonly<Record<string, number>> = {
  "ember-coffee-works": 4,
  "papaya-interactive": 3,
  "redwood-learning": 2,
  "orchid-biotech": 2,
};
const IN_PART = new Set(["redwood-learning", "blue-mesa-software"]);
function habitOf(alias: string): Habit {
  const days = LATE[alias] ?? seededRandom(`paying of ${alias}`).whole(6, 26);
  return { days, stoppedMonthsAgo: STOPPED[alias] ?? 0, paysPart: IN_PART.has(alias) };
}

/** When a customer pays: some days after the issue of each invoice, everything open at that time. */
export function paymentsOf({ customer, wakesAt }: Course, now: Temporal.Instant): Moment[] {
  const habit = habitOf(customer.alias);
  const last = now.subtract({ hours: habit.stoppedMonthsAgo * 30 * 24 });
  // In each pair of instants, the second is the issue.
  const issues = wakesAt.filter((_, place) => place % 2 === 1);
  const paid = issues
    .map((issue) => Temporal.Instant.from(issue).add({ hours: habit.days * 24 + 7 }))
    .filter((at) => Temporal.Instant.compare(at, last) <= 0);
  return paid.map((at, place) => {
    const isLast = place === paid.length - 1;
    const act = async (context: Context) => {
      await payOpen(context, customer.alias, at, habit.paysPart && isLast ? "part" : "whole");
    };
    return { at: instantText(at), act, ignoresUsage: true };
  });
}

async function payOpen(context: Context, alias: string, at: Temporal.Instant, amount: "whole" | "part"): Promise<void> {
  const paidOn = at.toZonedDateTimeISO("UTC").toPlainDate().subtract({ days: 1 }).toString();
  for (const { id, currency, amountRemaining } of await latestInvoices(context, alias, ["issued", "overdue"])) {
    const due = Decimal.of(amountRemaining);
    const paid = amount === "whole" ? due : due.dividedBy(Decimal.ofInteger(2), 0, "down");
    if (!paid.isPositive()) continue;
    const money = formatAmount({ amount: paid, currency });
    await recordPayment(context, id, { amount: money, method: "bank_transfer", date: paidOn });
  }
}

/** A customer's invoices in some statuses, latest first. */
export async function latestInvoices(
  context: Context,
  alias: string,
  statuses: readonly ("issued" | "overdue" | "paid")[],
): Promise<InvoiceSummary[]> {
  const { id: accountId } = await getAccount(context, alias);
  const { rows } = await listInvoices(context, {
    page: 1,
    limit: 10,
    sort: { field: "issueDate", order: "desc" },
    filters: [
      { field: "accountId", operator: "eq", value: accountId },
      { field: "status", operator: "in", value: [...statuses] },
    ],
  });
  return rows;
}
