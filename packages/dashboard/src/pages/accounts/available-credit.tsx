import type { BurnDown, Credit } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BurnDownChart } from "../../charts/burn-down-chart.tsx";
import { Card, Figure, Figures } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Empty, FailureLine, Skeleton } from "../../design/states.tsx";
import { formatMoney, isNegative, locale } from "../../format/amount.ts";
import { formatDate } from "../../format/dates.ts";
import { accountQueries } from "./account-queries.ts";

type Balance = Credit["balances"][number];

/** What the account can spend now, in each currency, and how it falls. */
export function AvailableCredit({ accountId }: { readonly accountId: string }) {
  const { data: credit, error } = useQuery(accountQueries.credit(accountId));
  const { data: burnDown, error: burnDownError } = useQuery(accountQueries.creditBurnDown(accountId));
  if (error !== null) return <FailureLine error={error} />;
  if (credit === undefined) return <Skeleton className="h-64" />;
  return (
    <>
      {credit.balances.length === 0 && (
        <Card title="Available credit">
          <Empty title="Nothing to spend">
            The account has no prepaid money and no credit line, so checks and holds are refused.
          </Empty>
        </Card>
      )}
      {credit.balances.map((balance) => (
        <Card
          key={balance.currency}
          title={credit.balances.length === 1 ? "Available credit" : `Available credit in ${balance.currency}`}
          note="With all usage so far, at today's prices"
        >
          <FailureLine error={burnDownError} />
          <CurrentBalance
            balance={balance}
            isLoading={burnDown === undefined && burnDownError === null}
            burnDown={burnDown?.balances.find(({ currency }) => currency === balance.currency)}
            timezone={burnDown?.timezone ?? "UTC"}
          />
        </Card>
      ))}
    </>
  );
}

interface CurrentBalanceProps {
  readonly balance: Balance;
  readonly burnDown: BurnDown | undefined;
  readonly timezone: string;
  readonly isLoading: boolean;
}

function CurrentBalance({ balance, burnDown, timezone, isLoading }: CurrentBalanceProps) {
  const { currency, creditLine, granted, drawn, running, held, available, grants } = balance;
  const money = (amount: string) => formatMoney(amount, currency);
  return (
    <div className="flex flex-col gap-5">
      <Figures>
        <Figure
          name="Available"
          value={<span className={isNegative(available) ? "text-danger" : undefined}>{money(available)}</span>}
          note={burnDown === undefined ? undefined : lasting(burnDown, money)}
        />
        <Figure name="Running usage" value={money(running)} note="On no issued invoice" />
        <Figure name="Held" value={money(held)} note="By open holds" />
        <Figure name="Granted" value={money(granted)} note={`${money(drawn)} drawn by invoices`} />
        {creditLine !== null && (
          <Figure name="Credit line" value={money(creditLine.limit)} note={`${money(creditLine.owed)} owed`} />
        )}
      </Figures>
      {isLoading && <Skeleton className="h-48" />}
      {burnDown !== undefined && burnDown.points.length > 1 && (
        <BurnDownChart
          label={`Available credit by day in ${currency}`}
          currency={currency}
          points={burnDown.points}
          forecast={burnDown.forecast}
          timezone={timezone}
          locale={locale}
          money={money}
        />
      )}
      {grants.length > 0 && (
        <section>
          <h3 className="mb-2 text-sm font-semibold">Left by grant, in the order of use</h3>
          <ul className="text-sm">
            {grants.map(({ id, available: left }) => (
              <li key={id} className="flex justify-between gap-4 border-b border-line py-1.5 last:border-0">
                <Link to={`/credit-grants/${id}`} className="min-w-0 truncate underline">
                  {id}
                </Link>
                <Money amount={left} currency={currency} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** When credit runs out if it is used on as lately. */
function lasting({ usedPerDay, runsOutOn }: BurnDown, money: (amount: string) => string): string {
  return runsOutOn === null
    ? "No usage lately"
    : `Runs out around ${formatDate(runsOutOn)}, at ${money(usedPerDay)} a day`;
}
