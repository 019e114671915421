import type { ReactNode } from "react";
import { Money } from "../design/money.tsx";
import { count } from "../format/words.ts";

interface TotalsProps {
  /** One row: `line`. */
  readonly noun: string;
  /** Several rows. Default: the noun with an s. */
  readonly nouns?: string;
  /** What is summed: `Revenue`. */
  readonly name: string;
  /** Undefined while they load. Null or empty if there is nothing to sum. */
  readonly totals: readonly CurrencyTotal[] | null | undefined;
}

interface CurrencyTotal {
  readonly currency: string;
  readonly count: number;
  readonly amount: string;
}

/** The number and the sum of all rows of a list, per currency, whether they are loaded or not. */
export function Totals({ noun, nouns, name, totals }: TotalsProps) {
  return (
    <TotalsBar isLoading={totals === undefined}>
      {(totals ?? []).map(({ currency, count: rows, amount }) => (
        <Total key={currency} note={count(rows, noun, nouns)} name={name}>
          <Money amount={amount} currency={currency} />
        </Total>
      ))}
    </TotalsBar>
  );
}

/** The totals of a list by cursor, from its first page. Null if it could not be loaded. */
export function totalsOf(rows: {
  readonly first: { readonly totals: readonly CurrencyTotal[] | null } | undefined;
  readonly error: Error | null;
}): TotalsProps["totals"] {
  return rows.error === null ? rows.first?.totals : (rows.first?.totals ?? null);
}

/** The bar between the filters and the table. Empty if there is nothing to sum. On phones, one line for all currencies. */
export function TotalsBar({ isLoading, children }: { readonly isLoading: boolean; readonly children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label="Totals"
      aria-busy={isLoading}
      className="flex min-h-11 flex-col justify-center gap-1 border-t border-line bg-sunken/40 px-4 py-2.5 text-sm empty:hidden max-sm:min-h-16 max-sm:flex-row max-sm:items-center max-sm:justify-start max-sm:gap-6 max-sm:overflow-x-auto max-sm:whitespace-nowrap"
    >
      {isLoading ? <span className="text-muted">…</span> : children}
    </div>
  );
}

interface TotalProps {
  /** `112 lines` */
  readonly note: string;
  readonly name: string;
  readonly children: ReactNode;
}

export function Total({ note, name, children }: TotalProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 max-sm:shrink-0 max-sm:flex-col max-sm:gap-0">
      <span className="figures text-muted">{note}</span>
      <span className="ml-auto max-sm:ml-0">
        <span className="mr-3 text-muted max-sm:mr-1.5">{name}</span>
        <span className="figures font-semibold">{children}</span>
      </span>
    </div>
  );
}
