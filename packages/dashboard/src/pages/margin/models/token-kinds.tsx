import type { TokenPrices } from "@counterfoil/sdk";
import { Money } from "../../../design/money.tsx";
import { Nothing } from "../../../design/when.tsx";
import type { Column } from "../../../list/column.ts";

/** The kinds of tokens, with the names that people know. */
export const TOKEN_KINDS = [
  { kind: "input", name: "Input" },
  { kind: "cachedInput", name: "Cached input" },
  { kind: "cacheWrite", name: "Cache write" },
  { kind: "output", name: "Output" },
  { kind: "reasoning", name: "Reasoning" },
] as const;

/** Narrow screens show input and output. */
const SHOWN_FROM = { input: "sm", cachedInput: "lg", cacheWrite: "xl", output: "sm", reasoning: "xl" } as const;

/** A column for each kind of tokens. */
export function tokenColumns<Row extends { readonly prices: TokenPrices }>(
  currencyOf: (row: Row) => string,
): readonly Column<Row>[] {
  return TOKEN_KINDS.map(({ kind, name }) => ({
    name,
    cell: (row) => {
      const amount = row.prices[kind];
      return amount === null ? <Nothing /> : <Money amount={amount} currency={currencyOf(row)} />;
    },
    text: ({ prices }) => prices[kind],
    align: "right",
    width: "6.5rem",
    from: SHOWN_FROM[kind],
  }));
}

/** `Input $1.25, output $10.00`, on phones. */
export function ShortPrices({ prices, currency }: { readonly prices: TokenPrices; readonly currency: string }) {
  const { input, output } = prices;
  return (
    <>
      {input !== null && (
        <>
          Input <Money amount={input} currency={currency} />
        </>
      )}
      {input !== null && output !== null && ", output "}
      {input === null && output !== null && "Output "}
      {output !== null && <Money amount={output} currency={currency} />}
    </>
  );
}
