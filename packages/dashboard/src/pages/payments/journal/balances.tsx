import { pageAt } from "../../../routing/page-at.ts";
import type { JournalBalancesItem } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAddress } from "../../../routing/address.ts";
import { asked } from "../../../server/asked.ts";
import { Card } from "../../../design/card.tsx";
import { BareInput } from "../../../design/field.tsx";
import { Money } from "../../../design/money.tsx";
import { Empty, Failure, Skeleton } from "../../../design/states.tsx";
import { isNegative, toLength } from "../../../format/amount.ts";
import { formatDate } from "../../../format/dates.ts";
import { toWords } from "../../../format/words.ts";
import type { Column } from "../../../list/column.ts";
import { ExportButton } from "../../../list/export-button.tsx";
import { FilterBar } from "../../../list/filter-bar.tsx";
import { fixedRows } from "../../../list/fixed-rows.ts";
import { CODES } from "./codes.ts";

const columns: readonly Column<JournalBalancesItem>[] = [
  { name: "Currency", cell: ({ currency }) => currency, text: ({ currency }) => currency },
  { name: "Ledger account", cell: ({ code }) => toWords(code), text: ({ code }) => code },
  { name: "Balance", cell: ({ balance }) => balance, text: ({ balance }) => balance },
];

/** The balance of each ledger code at the end of a day, by currency. */
export function Balances() {
  const [{ at = "" }, change] = useAddress("/journal");
  const query = useQuery({
    ...asked((api, signal) => api.journal.getBalances(at === "" ? {} : { at }, { signal })),
  });
  const { data, error, refetch } = query;
  const currencies = [...new Set((data?.items ?? []).map(({ currency }) => currency))];
  const rows = fixedRows({ ...query, data: data?.items });
  return (
    <div className="flex flex-col gap-5">
      <Card flush>
        <FilterBar actions={<ExportButton name={`trial-balance-${data?.at ?? ""}`} rows={rows} columns={columns} />}>
          <div className="flex items-center gap-2 text-sm text-muted">
            As of
            <span className="w-38">
              <BareInput
                label="As of"
                type="date"
                value={at === "" ? (data?.at ?? "") : at}
                onChange={(event) => change({ at: event.target.value }, { replace: true })}
              />
            </span>
          </div>
        </FilterBar>
      </Card>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-96" />}
      {data !== undefined && currencies.length === 0 && (
        <Card>
          <Empty
            title="No journal entries by this date"
            request={`curl -X POST ${window.location.origin}/invoices/$INVOICE/issue \\
  -H "Authorization: Bearer $COUNTERFOIL_KEY"`}
          >
            The trial balance shows the balance of each ledger account. Choose a later date or issue your first invoice.
          </Empty>
        </Card>
      )}
      {data !== undefined &&
        currencies.map((currency) => (
          <CurrencyBalances
            key={currency}
            currency={currency}
            at={data.at}
            items={data.items.filter((item) => item.currency === currency)}
          />
        ))}
    </div>
  );
}

interface CurrencyBalancesProps {
  readonly currency: string;
  readonly at: string;
  readonly items: readonly JournalBalancesItem[];
}

function CurrencyBalances({ currency, at, items }: CurrencyBalancesProps) {
  const longest = Math.max(...items.map(({ balance }) => Math.abs(toLength(balance))), 1);
  return (
    <Card title={currency} note={`As of ${formatDate(at)}. Total debits equal total credits.`} flush>
      <table aria-label={`Trial balance in ${currency}`} className="w-full text-sm">
        <thead>
          <tr className="text-left text-xs text-muted">
            <th scope="col" className="px-4 py-2 font-medium">
              Ledger account
            </th>
            <th scope="col" className="px-2 py-2 font-medium max-md:hidden">
              <span className="sr-only">Chart</span>
            </th>
            <th scope="col" className="px-4 py-2 text-right font-medium sm:hidden">
              Debit (credit is negative)
            </th>
            <th scope="col" className="px-2 py-2 text-right font-medium max-sm:hidden">
              Debit
            </th>
            <th scope="col" className="px-4 py-2 text-right font-medium max-sm:hidden">
              Credit
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ code, balance }) => {
            const isCredit = isNegative(balance);
            const width = `${(Math.abs(toLength(balance)) / longest) * 50}%`;
            return (
              <tr key={code} className="border-t border-line">
                <th scope="row" className="px-4 py-2 text-left font-normal">
                  <Link {...pageAt("/journal", { code, currency })} className="font-medium hover:underline">
                    {toWords(code)}
                  </Link>
                  <div className="text-xs text-muted max-sm:hidden">{CODES[code]}</div>
                </th>
                <td aria-label="Chart" className="w-1/3 px-2 max-md:hidden">
                  <div className="relative h-3" aria-hidden>
                    <div className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
                    <div
                      className={`absolute inset-y-0 ${isCredit ? "left-1/2 bg-chart-2" : "right-1/2 bg-chart-1"}`}
                      style={{ width }}
                    />
                  </div>
                </td>
                <td className="px-4 py-2 text-right sm:hidden">
                  <Money amount={balance} currency={currency} />
                </td>
                <td className="px-2 py-2 text-right max-sm:hidden">
                  {!isCredit && <Money amount={balance} currency={currency} />}
                </td>
                <td className="px-4 py-2 text-right max-sm:hidden">
                  {isCredit && <Money amount={balance.slice(1)} currency={currency} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}
