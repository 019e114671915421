import type { InvoiceLine, InvoiceTax } from "@counterfoil/sdk";
import { Money, Quantity } from "../../design/money.tsx";
import { formatMoney, formatPercent } from "../../format/amount.ts";
import { formatServicePeriod } from "../../format/dates.ts";

interface InvoiceLinesProps {
  readonly currency: string;
  readonly lines: readonly InvoiceLine[];
  readonly taxes: readonly InvoiceTax[];
  readonly subtotal: string;
  readonly linesTotal: string;
  readonly total: string;
  /** Called with a line's index when the user asks for its explanation. If undefined, lines have no explanation. */
  readonly onExplain?: (position: number) => void;
}

/** The lines of an invoice that does not exist yet, its taxes and its total. */
export function InvoiceLines({ currency, lines, taxes, subtotal, linesTotal, total, onExplain }: InvoiceLinesProps) {
  const isGross = taxes.some(({ inclusive }) => inclusive);
  return (
    <table className="w-full text-sm">
      <thead className="sr-only">
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, position) => (
          <tr key={line.id} className="border-b border-line align-top">
            <td className="py-2 pr-3">
              {onExplain === undefined ? (
                line.description
              ) : (
                <button
                  type="button"
                  className="text-left hover:underline"
                  title="Explain amount"
                  onClick={() => onExplain(position)}
                >
                  {line.description}
                </button>
              )}
              <LineNote line={line} currency={currency} />
            </td>
            <td className="py-2 text-right">
              <Money amount={line.totalPrice} currency={currency} />
            </td>
          </tr>
        ))}
        {lines.length === 0 && (
          <tr>
            <td colSpan={2} className="py-4 text-muted">
              No charges
            </td>
          </tr>
        )}
      </tbody>
      <tfoot>
        {taxes.length > 0 && (
          <tr>
            <td className="pt-2 text-muted">{isGross ? "Total of items" : "Subtotal"}</td>
            <td className="pt-2 text-right">
              <Money amount={isGross ? linesTotal : subtotal} currency={currency} />
            </td>
          </tr>
        )}
        {taxes.map((tax) => (
          <tr key={`${tax.name} ${tax.percentage} ${tax.categoryCode}`}>
            <td className="pt-1 text-muted">
              {tax.inclusive ? "Includes " : ""}
              {tax.name} {formatPercent(tax.percentage)}
            </td>
            <td className="pt-1 text-right">
              <Money amount={tax.amount} currency={currency} />
            </td>
          </tr>
        ))}
        {isGross && (
          <tr>
            <td className="pt-1 text-muted">Net amount</td>
            <td className="pt-1 text-right">
              <Money amount={subtotal} currency={currency} />
            </td>
          </tr>
        )}
        <tr className="font-semibold">
          <td className="pt-2">Total</td>
          <td className="pt-2 text-right">
            <Money amount={total} currency={currency} strong />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function LineNote({ line, currency }: { readonly line: InvoiceLine; readonly currency: string }) {
  const { quantity, unitPrice, unitLabel, servicePeriod, proration, kind } = line;
  const group = line.usageGroup === null ? "" : Object.values(line.usageGroup).join(" · ");
  return (
    <span className="figures block text-xs text-muted">
      {group !== "" && <>{group} · </>}
      {kind !== "discount" && kind !== "credit" && (
        <>
          <Quantity quantity={quantity} />
          {unitPrice !== null && <> × {formatMoney(unitPrice, currency)}</>}
          {unitLabel !== null && unitPrice !== null && <> per {unitLabel}</>}
          {" · "}
        </>
      )}
      {formatServicePeriod(servicePeriod)}
      {proration !== null && (
        <>
          {" · "}
          {proration.days} of {proration.of} days
        </>
      )}
    </span>
  );
}
