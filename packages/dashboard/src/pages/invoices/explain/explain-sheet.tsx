import type { Invoice, InvoiceLine } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { asked } from "../../../server/asked.ts";
import { Dialog } from "../../../design/dialog.tsx";
import { Failure, Skeleton } from "../../../design/states.tsx";
import { formatMoney } from "../../../format/amount.ts";
import { formatServicePeriod } from "../../../format/dates.ts";
import { toWords } from "../../../format/words.ts";
import { CountedLines } from "./counted-lines.tsx";
import { DayShare } from "./day-share.tsx";
import { ExplainPart } from "./explain-part.tsx";
import { LaterChanges } from "./later-changes.tsx";
import { Provenance } from "./provenance.tsx";
import { Recognition } from "./recognition.tsx";
import { Recomputed } from "./recomputed.tsx";
import { Steps } from "./steps.tsx";
import { TierLadder } from "./tier-ladder.tsx";
import { UsageOfLine } from "./usage-of-line.tsx";

interface ExplainSheetProps {
  readonly invoice: Invoice;
  readonly line: InvoiceLine;
  readonly onClose: () => void;
}

/** A line down to its events: the calculation, the tiers, the days, the usage, and when it becomes revenue. */
export function ExplainSheet({ invoice, line, onClose }: ExplainSheetProps) {
  const explained = useQuery({
    ...asked((api, signal) => api.invoices.explainLine(invoice.id, line.id, { signal })),
  });
  const { data, error, refetch } = explained;
  return (
    <Dialog
      title={`${line.description} · ${formatMoney(line.totalPrice, invoice.currency)}`}
      note={`${toWords(line.kind)} · ${formatServicePeriod(line.servicePeriod)} · ${invoice.number ?? "draft"}`}
      isOpen
      onClose={onClose}
      place="side"
      wide
    >
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton className="h-[70vh]" />}
      {data !== undefined && (
        <div className="flex flex-col gap-6">
          <Recomputed explained={data} />
          {data.sinceIssued !== null && <LaterChanges changes={data.sinceIssued} currency={data.currency} />}
          <ExplainPart title="Calculation" note="Steps are exact unless marked as rounded.">
            <Steps explained={data} />
          </ExplainPart>
          <TierLadder explained={data} />
          {line.proration !== null && <DayShare proration={line.proration} servicePeriod={line.servicePeriod} />}
          <CountedLines invoice={invoice} explained={data} />
          {data.usage !== null && <UsageOfLine invoiceId={invoice.id} explained={data} usage={data.usage} />}
          {invoice.status !== "draft" && <Recognition invoiceId={invoice.id} lineId={line.id} />}
          <Provenance explained={data} subscriptionId={invoice.subscriptionId} />
        </div>
      )}
    </Dialog>
  );
}
