import { Money } from "../design/money.tsx";
import { count } from "../format/words.ts";
import { TotalsBar } from "./totals.tsx";

/** The rows of one currency, counted, with named amounts. */
export interface CurrencyFigures {
  readonly currency: string;
  readonly count: number;
  readonly amounts: readonly (readonly [name: string, amount: string])[];
}

interface ListTotalsProps {
  /** What is counted: `invoice`. */
  readonly noun: string;
  /** Undefined while they load. */
  readonly figures: readonly CurrencyFigures[] | undefined;
}

/** All rows that match the filters, counted and summed by currency. */
export function ListTotals({ noun, figures }: ListTotalsProps) {
  return (
    <TotalsBar isLoading={figures === undefined}>
      {(figures ?? []).map(({ currency, count: rows, amounts }) => (
        <div key={currency} className="flex flex-wrap items-baseline gap-x-6">
          <span className="figures text-muted">
            {count(rows, noun)} in {currency}
          </span>
          <span className="ml-auto flex flex-wrap justify-end gap-x-6">
            {amounts.map(([name, amount]) => (
              <span key={name}>
                <span className="mr-2 text-muted">{name}</span>
                <span className="figures inline-block text-right font-semibold sm:min-w-24">
                  <Money amount={amount} currency={currency} />
                </span>
              </span>
            ))}
          </span>
        </div>
      ))}
    </TotalsBar>
  );
}
