import { Decimal, formatAmount, isBefore } from "@counterfoil/engine";
import type { LastPaymentRow, OwedByAccountRow, SubscribedRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { AccountRecurring } from "../insights/index.ts";

/**
 * What is going on with an account, the most urgent first: an invoice is overdue; a subscription is active; all active
 * subscriptions are paused; there are only drafts and quotes; all subscriptions have ended; there is none.
 */
export const ACCOUNT_STATUSES = ["overdue", "active", "paused", "pending", "ended", "none"] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export interface AmountInCurrency {
  currency: string;
  amount: string;
}

/** The figures of an account in the list of accounts. */
export interface AccountBilling {
  status: AccountStatus;
  /** The plans of active subscriptions. One without a plan is named by its own name, with a null ID. */
  plans: { id: string | null; name: string }[];
  /** Monthly recurring revenue, by currency. Currencies without revenue are left out. */
  recurring: AmountInCurrency[];
  /** What is due on issued and overdue invoices, by currency. */
  owed: AmountInCurrency[];
  /** The last successful payment. */
  lastPayment: { id: string; date: string; currency: string; amount: string } | null;
}

/** Everything that was read about one account. */
export interface AccountFacts {
  readonly subscriptions: readonly SubscribedRow[];
  readonly owed: readonly OwedByAccountRow[];
  readonly recurring: readonly AccountRecurring[];
  readonly lastPayment: LastPaymentRow | undefined;
  /** The current day of the account, by its clock and in its time zone. */
  readonly today: string;
}

export function toAccountBilling({ subscriptions, owed, recurring, lastPayment, today }: AccountFacts): AccountBilling {
  return {
    status: accountStatus(subscriptions, owed),
    plans: plansOf(subscriptions),
    recurring: recurring.flatMap((one) => recurringOn(one, today)),
    owed: owed.map(({ currency, amount }) => ({ currency, amount: written(amount, currency) })),
    lastPayment: lastPayment === undefined ? null : toLastPayment(lastPayment),
  };
}

/** Lists filter by the same rule in SQL: `STATUS` in `storage/src/accounts/list-accounts.ts`. */
export function accountStatus(
  subscriptions: readonly Pick<SubscribedRow, "status" | "pausedAt">[],
  owed: readonly Pick<OwedByAccountRow, "hasOverdue">[],
): AccountStatus {
  if (owed.some(({ hasOverdue }) => hasOverdue)) return "overdue";
  const active = subscriptions.filter(({ status }) => status === "active");
  if (active.some(({ pausedAt }) => pausedAt === null)) return "active";
  if (active.length > 0) return "paused";
  if (subscriptions.some(({ status }) => status !== "canceled")) return "pending";
  return subscriptions.length > 0 ? "ended" : "none";
}

function plansOf(subscriptions: readonly SubscribedRow[]): AccountBilling["plans"] {
  const active = subscriptions.filter(({ status }) => status === "active");
  const named = active.map(({ planId, planName, name }) => ({ id: planId, name: planName ?? name }));
  return [...new Map(named.map((plan) => [plan.id ?? `no plan: ${plan.name}`, plan])).values()];
}

/** The sum of its subscriptions at the end of the day. */
function recurringOn({ currency, subscriptions }: AccountRecurring, today: string): AmountInCurrency[] {
  const next = Temporal.PlainDate.from(today).add({ days: 1 });
  const amounts = subscriptions.flatMap(
    ({ stretches }) => stretches.findLast(({ from }) => isBefore(from, next))?.amount ?? [],
  );
  const amount = Decimal.sum(amounts);
  return amount.isZero() ? [] : [{ currency, amount: formatAmount({ amount, currency }) }];
}

function toLastPayment({ id, date, currency, amount }: LastPaymentRow): NonNullable<AccountBilling["lastPayment"]> {
  return { id, date, currency, amount: written(amount, currency) };
}

function written(amount: string, currency: string): string {
  return formatAmount({ amount: Decimal.of(amount), currency });
}
