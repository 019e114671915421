import type { ExplainInvoiceLineResult, Invoice } from "@counterfoil/sdk";
import { useAddress } from "../../../routing/address.ts";
import { Money } from "../../../design/money.tsx";
import { ExplainPart } from "./explain-part.tsx";

interface CountedLinesProps {
  readonly invoice: Invoice;
  readonly explained: ExplainInvoiceLineResult;
}

/** Other lines that this line counts, takes off, or gives back. Lines of this invoice can be opened. */
export function CountedLines({ invoice, explained }: CountedLinesProps) {
  const [, change] = useAddress("/invoices/$invoiceId");
  if (explained.countedLines.length === 0) return null;
  return (
    <ExplainPart title="Included lines">
      <ul className="divide-y divide-line rounded-md border border-line text-sm">
        {explained.countedLines.map(({ lineId, amount }, place) => {
          const line = invoice.lineItems.find(({ id }) => id === lineId);
          return (
            <li key={lineId ?? place} className="flex justify-between gap-4 px-3 py-2">
              {line === undefined ? (
                <span className="min-w-0 truncate text-muted">{lineId ?? "Lines on the upcoming invoice"}</span>
              ) : (
                <button
                  type="button"
                  className="min-w-0 truncate text-left font-medium hover:underline"
                  onClick={() => change({ line: line.id })}
                >
                  {line.description}
                </button>
              )}
              <Money amount={amount} currency={invoice.currency} />
            </li>
          );
        })}
      </ul>
    </ExplainPart>
  );
}
