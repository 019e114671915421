import { Suspense } from "react";
import type { Invoice } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useRecent } from "../../routing/recent.ts";
import { useAddress, useParam } from "../../routing/address.ts";
import { whenShown } from "../../design/when-shown.tsx";
import { StatusBadge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { Page } from "../../design/page.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { AccountLink } from "../../named/account-name.tsx";
import { PaymentLinks } from "../../named/payment-links.tsx";
import { TrailOfChanges } from "../../named/trail-of-changes.tsx";
import { ExportLines } from "./export-lines.tsx";
import { InvoiceActions } from "./actions/invoice-actions.tsx";
import { CreditNotesOfInvoice } from "./credit-notes-of-invoice.tsx";
import { InvoiceDocuments } from "./invoice-documents.tsx";
import { InvoiceFacts } from "./invoice-facts.tsx";
import { InvoiceFigures } from "./invoice-figures.tsx";
import { InvoiceLines } from "./invoice-lines.tsx";
import { InvoiceMails } from "./invoice-mails.tsx";
import { InvoiceNotices } from "./invoice-notices.tsx";
import { InvoiceTotals } from "./invoice-totals.tsx";
import { invoiceQuery } from "./invoice-queries.ts";
import { PaymentsOfInvoice } from "./payments-of-invoice.tsx";
import { ClockBarOf } from "../clocks/clock-bar-of.tsx";

const ExplainSheet = whenShown(() => import("./explain/explain-sheet.tsx").then(({ ExplainSheet }) => ExplainSheet));

const TRAIL = [["/invoices", "Invoices"]] as const;

export function InvoicePage() {
  const id = useParam("/invoices/$invoiceId");
  const { data: invoice, error, refetch } = useQuery(invoiceQuery(id));
  useRecent({
    to: `/invoices/${id}`,
    name: invoice === undefined ? undefined : (invoice.number ?? "Draft invoice"),
    kind: "Invoice",
  });
  if (error !== null && invoice === undefined) {
    return (
      <Page title="Invoice" trail={TRAIL}>
        <Failure error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (invoice === undefined) return <Waiting />;
  return (
    <Page
      title={invoice.number ?? "Draft invoice"}
      trail={TRAIL}
      aside={<StatusBadge status={invoice.status} />}
      note={
        <>
          <span className="max-sm:block max-sm:truncate">
            <AccountLink id={invoice.accountId} />
            <span className="max-sm:hidden"> · </span>
          </span>
          {invoice.billingPeriod}
          {invoice.description !== null && <> · {invoice.description}</>}
        </>
      }
      actions={<InvoiceActions invoice={invoice} />}
    >
      <ClockBarOf accountId={invoice.accountId} />
      <InvoiceNotices invoice={invoice} />
      <InvoiceFigures invoice={invoice} />
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <Card
            title="Lines"
            note="Open a line to see how it was calculated."
            flush
            actions={<ExportLines invoice={invoice} />}
          >
            <InvoiceLines invoice={invoice} />
            <InvoiceTotals invoice={invoice} />
          </Card>
          <PaymentsOfInvoice invoice={invoice} />
          <CreditNotesOfInvoice invoice={invoice} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <InvoiceFacts invoice={invoice} />
          <InvoiceDocuments invoice={invoice} />
          {invoice.status !== "draft" && (
            <Card title="Payment links" note="Anyone with a link can view and pay the invoice.">
              <PaymentLinks invoiceId={invoice.id} />
            </Card>
          )}
          <InvoiceMails invoiceId={invoice.id} />
          <TrailOfChanges objectId={invoice.id} />
        </div>
      </div>
      <OpenLine invoice={invoice} />
    </Page>
  );
}

/** The line in the address, `?line=line_1`, in a sheet. */
function OpenLine({ invoice }: { readonly invoice: Invoice }) {
  const [{ line: lineId }, change] = useAddress("/invoices/$invoiceId");
  const line = invoice.lineItems.find(({ id }) => id === lineId);
  return line === undefined ? null : (
    <Suspense fallback={null}>
      <ExplainSheet
        key={line.id}
        invoice={invoice}
        line={line}
        onClose={() => change({ line: undefined, metric: undefined })}
      />
    </Suspense>
  );
}

function Waiting() {
  return (
    <Page title="Invoice" trail={TRAIL}>
      <Skeleton className="h-20 w-full" />
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </Page>
  );
}
