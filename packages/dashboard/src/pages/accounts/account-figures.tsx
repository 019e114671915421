import type { Account } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Card, Figure, Figures } from "../../design/card.tsx";
import { FailureLine, Skeleton } from "../../design/states.tsx";
import { formatMoney } from "../../format/amount.ts";
import { formatDate, toDay } from "../../format/dates.ts";
import { dayAfter } from "./account-days.ts";
import { accountQueries } from "./account-queries.ts";
import { usePresentOf } from "./use-present.ts";

const EARLIEST = "2000-01-01";

/** What it pays by the month, what it owes, and what it has to its credit. */
export function AccountFigures({ account }: { readonly account: Account }) {
  const { id, currency } = account;
  const { data: balance, error: balanceError } = useQuery(accountQueries.balance(id));
  const present = usePresentOf(account);
  const created = toDay(account.createdAt, "UTC");
  const from = present !== null && created > present.day ? EARLIEST : created;
  const { data: movements, error: movementsError } = useQuery({
    ...accountQueries.movements(id, from, present === null ? from : dayAfter(present.day)),
    enabled: present !== null,
  });
  const error = balanceError ?? movementsError;
  // One that pays in another currency than its own is told in that.
  const recurring = movements?.findLast((movement) => movement.currency === currency) ?? movements?.at(-1);
  const money = (amount: string | undefined, one: string = currency): ReactNode =>
    amount === undefined ? <Skeleton className="my-1 h-5 w-24" /> : formatMoney(amount, one);
  if (error !== null && (balance === undefined || movements === undefined)) {
    return (
      <Card className="mb-5">
        <FailureLine error={error} />
      </Card>
    );
  }
  return (
    <Card className="mb-5">
      <Figures>
        <Link to="/insights/mrr/movements" search={{ accountId: id, from }} className="group hover:underline">
          <Figure
            name="MRR"
            value={money(movements === undefined ? undefined : (recurring?.after ?? "0"), recurring?.currency)}
            note={
              movements === undefined
                ? "By the month"
                : recurring === undefined
                  ? "Nothing recurs"
                  : `since ${formatDate(recurring.day)}`
            }
          />
        </Link>
        <Link to={`/accounts/${id}`} search={{ tab: "invoices" }} className="hover:underline">
          <Figure name="Outstanding" value={money(balance?.outstanding)} note="Of issued invoices" />
        </Link>
        <Link to={`/accounts/${id}`} search={{ tab: "credits" }} className="hover:underline">
          <Figure name="Account credit" value={money(balance?.accountCredit)} note="Overpaid or credited" />
        </Link>
        <Link to={`/accounts/${id}`} search={{ tab: "credits" }} className="hover:underline">
          <Figure name="Prepaid credit" value={money(balance?.creditGrants)} note="Left of credit grants" />
        </Link>
      </Figures>
    </Card>
  );
}
