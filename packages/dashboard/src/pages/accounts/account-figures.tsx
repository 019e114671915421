import { pageAt } from "../../routing/page-at.ts";
import type { Account, RecurringMovement } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Card, Figure, Figures } from "../../design/card.tsx";
import { FailureLine, Skeleton } from "../../design/states.tsx";
import { formatMoney, isZero } from "../../format/amount.ts";
import { formatDate, toDay } from "../../format/dates.ts";
import { dayAfter } from "./account-days.ts";
import { accountQueries } from "./account-queries.ts";
import { usePresentOf } from "../clocks/use-present.ts";

const EARLIEST = "2000-01-01";

/** The account's monthly recurring revenue, its amount due, and its credit. */
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
  const recurring = movements === undefined ? undefined : latestOfEach(movements, currency);
  const money = (member: "outstanding" | "accountCredit" | "creditGrants") =>
    inEachCurrency(balance?.balances.map((one) => ({ currency: one.currency, amount: one[member] })));
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
        <Link
          {...pageAt("/insights/mrr/subscriptions", { accountId: id, at: present?.day })}
          className="group hover:underline"
        >
          <Figure
            name="MRR"
            value={inEachCurrency(recurring)}
            note={
              movements === undefined
                ? "MRR"
                : movements.length === 0
                  ? "No recurring revenue"
                  : `since ${formatDate(movements.at(-1)?.day ?? "")}`
            }
          />
        </Link>
        <Link {...pageAt("/insights/ageing", { accountId: id, at: present?.day })} className="hover:underline">
          <Figure name="Outstanding" value={money("outstanding")} note="On issued invoices" />
        </Link>
        <Link {...pageAt("/accounts/$accountId", { tab: "credits" }, { accountId: id })} className="hover:underline">
          <Figure name="Account credit" value={money("accountCredit")} note="From overpayments and credit notes" />
        </Link>
        <Link {...pageAt("/accounts/$accountId", { tab: "credits" }, { accountId: id })} className="hover:underline">
          <Figure name="Prepaid credit" value={money("creditGrants")} note="Remaining on credit grants" />
        </Link>
      </Figures>
    </Card>
  );
}

interface CurrencyAmount {
  readonly currency: string;
  readonly amount: string;
}

/** The first amount, in the account's currency, and every other amount that is not zero, each on its own line. */
function inEachCurrency(amounts: readonly CurrencyAmount[] | undefined): ReactNode {
  if (amounts === undefined) return <Skeleton className="my-1 h-5 w-24" />;
  const shown = amounts.filter(({ amount }) => !isZero(amount));
  return (shown.length === 0 ? amounts.slice(0, 1) : shown).map(({ currency, amount }) => (
    <div key={currency}>{formatMoney(amount, currency)}</div>
  ));
}

/** The current recurring revenue in each currency, the account's own first. */
function latestOfEach(movements: readonly RecurringMovement[], own: string): CurrencyAmount[] {
  const others = [...new Set(movements.map(({ currency }) => currency))].filter((one) => one !== own).toSorted();
  return [own, ...others].map((currency) => ({
    currency,
    amount: movements.findLast((movement) => movement.currency === currency)?.after ?? "0",
  }));
}
