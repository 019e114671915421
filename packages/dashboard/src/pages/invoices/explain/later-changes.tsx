import { pageAt } from "../../../routing/page-at.ts";
import type { ExplainInvoiceLineResultSinceIssued } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { Money, Quantity } from "../../../design/money.tsx";
import { count } from "../../../format/words.ts";
import { ExplainPart } from "./explain-part.tsx";

interface LaterChangesProps {
  readonly changes: ExplainInvoiceLineResultSinceIssued;
  readonly currency: string;
}

/** Usage that arrived late, was amended or voided after the invoice was issued, and the lines that correct it. */
export function LaterChanges({ changes, currency }: LaterChangesProps) {
  const { quantity, quantityChange, eventCount, corrections } = changes;
  return (
    <ExplainPart
      title="Changed since this invoice was issued"
      note={
        <>
          Usage for this period is now <Quantity quantity={quantity} /> from {count(eventCount, "event")} (change:{" "}
          <Quantity quantity={quantityChange} />
          ). This line stays as issued.
        </>
      }
    >
      {corrections.length === 0 ? (
        <p className="text-sm text-muted">No invoice has corrected this yet.</p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line text-sm">
          {corrections.map(({ lineId, invoiceId, invoiceNumber, quantity: corrected, amount }) => (
            <li key={lineId} className="flex justify-between gap-4 px-3 py-2">
              <span>
                <Link
                  {...pageAt("/invoices/$invoiceId", { line: lineId }, { invoiceId })}
                  className="text-accent underline"
                >
                  {invoiceNumber ?? "Draft invoice"}
                </Link>{" "}
                <span className="text-muted">
                  corrects <Quantity quantity={corrected} />
                </span>
              </span>
              <Money amount={amount} currency={currency} />
            </li>
          ))}
        </ul>
      )}
    </ExplainPart>
  );
}
