import type { Account, OwedInvoice } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { formatMoney } from "../../format/amount.ts";
import type { ReactNode } from "react";
import { pageAt } from "../../routing/page-at.ts";
import { usePresentOf } from "../clocks/use-present.ts";
import { accountQueries } from "./account-queries.ts";

const MOST = 3;

interface BelowOverdueProps {
  readonly account: Account;
  readonly children: ReactNode;
}

/**
 * The overdue invoices of the account above everything else, which stays hidden until they are known, so that nothing
 * moves.
 */
export function BelowOverdue({ account, children }: BelowOverdueProps) {
  const present = usePresentOf(account);
  const { data: owed, isPending } = useQuery({
    ...accountQueries.owed(account.id, present?.day ?? ""),
    enabled: present !== null,
  });
  return (
    <>
      <OverdueMark account={account} overdue={overdueFirst(owed ?? [])} day={present?.day} />
      <div aria-busy={isPending} className={isPending ? "invisible" : undefined}>
        {children}
      </div>
    </>
  );
}

interface OverdueMarkProps {
  readonly account: Account;
  readonly overdue: readonly OwedInvoice[];
  readonly day: string | undefined;
}

/** The overdue invoices with their amounts and age, the oldest first. Nothing if none is overdue. */
function OverdueMark({ account, overdue, day }: OverdueMarkProps) {
  if (overdue.length === 0) return null;
  return (
    <section aria-label="Overdue invoices" className="mb-4 rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
      <p className="flex items-center gap-2 font-medium">
        <CircleAlert aria-hidden className="size-4 shrink-0" />
        {overdue.length === 1 ? "1 overdue invoice" : `${overdue.length} overdue invoices`}
      </p>
      <ul className="mt-1 flex flex-col gap-0.5 pl-6">
        {overdue.slice(0, MOST).map(({ invoiceId, number, amount, currency, daysOverdue }) => (
          <li key={invoiceId}>
            <Link to={`/invoices/${invoiceId}`} className="font-medium underline">
              {number}
            </Link>
            {`: ${formatMoney(amount, currency)}, ${daysOverdue} ${daysOverdue === 1 ? "day" : "days"} overdue`}
          </li>
        ))}
        {overdue.length > MOST && (
          <li>
            <Link {...pageAt("/insights/ageing", { accountId: account.id, at: day })} className="font-medium underline">
              View all overdue invoices
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}

/** Invoices whose due date has passed, the oldest first. */
function overdueFirst(owed: readonly OwedInvoice[]): readonly OwedInvoice[] {
  return owed.filter(({ daysOverdue }) => daysOverdue > 0).toSorted((a, b) => b.daysOverdue - a.daysOverdue);
}
