import type { ExplainInvoiceLineResult } from "@counterfoil/sdk";
import { CheckCheck, TriangleAlert } from "lucide-react";
import { formatMoney } from "../../../format/amount.ts";
import { toWords } from "../../../format/words.ts";

/** Whether recomputing the line now from its events gives the same amount. */
export function Recomputed({ explained }: { readonly explained: ExplainInvoiceLineResult }) {
  const { recomputed, currency, usage } = explained;
  if (recomputed.agrees) {
    return (
      <p className="flex items-center gap-2 rounded-md bg-good-soft px-3 py-2 text-sm text-good">
        <CheckCheck aria-hidden className="size-4 shrink-0" />
        Recalculated just now{usage === null ? "" : ` from ${usage.eventCount.toLocaleString()} events`}: the amount
        matches.
      </p>
    );
  }
  return (
    <div role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
      <p className="flex items-center gap-2 font-medium">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        {recomputed.amount === null
          ? "This line can't be recalculated."
          : `Recalculated just now: ${formatMoney(recomputed.amount, currency)}.`}
      </p>
      <ul className="mt-1 list-disc pl-8">
        {recomputed.differences.map(({ member, billed, computed }) => (
          <li key={member}>
            {toWords(member)}: {billed} was billed, {computed} comes out
          </li>
        ))}
      </ul>
    </div>
  );
}
