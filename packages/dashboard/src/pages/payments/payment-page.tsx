import { pageAt } from "../../routing/page-at.ts";
import type { Payment, PaymentRefund } from "@counterfoil/sdk";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { useRecent } from "../../routing/recent.ts";
import { useAddress, useParam } from "../../routing/address.ts";
import { client } from "../../server/client.ts";
import { asked } from "../../server/asked.ts";
import { useMay } from "../../server/session.ts";
import { StatusBadge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card, Fact, Facts, Figure, Figures } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Page } from "../../design/page.tsx";
import { Failure, FailureLine, Skeleton } from "../../design/states.tsx";
import { DateOf, Day, Nothing } from "../../design/when.tsx";
import { formatMoney } from "../../format/amount.ts";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { fixedRows } from "../../list/fixed-rows.ts";
import { save } from "../../list/save.ts";
import { Table } from "../../list/table.tsx";
import { AccountLink } from "../../named/account-name.tsx";
import { TrailOfChanges } from "../../named/trail-of-changes.tsx";
import { invoiceQuery } from "../invoices/invoice-queries.ts";
import { RefundOf } from "../invoices/actions/refund-dialog.tsx";

const TRAIL = [["/payments", "Payments"]] as const;

const refundColumns: readonly Column<PaymentRefund>[] = [
  { name: "Created", cell: ({ createdAt }) => <Day instant={createdAt} />, text: ({ createdAt }) => createdAt },
  {
    name: "Reason",
    cell: ({ reason, failureReason }) => failureReason ?? reason,
    text: ({ reason, failureReason }) => failureReason ?? reason,
  },
  {
    name: "Status",
    cell: ({ status }) => <StatusBadge status={status} />,
    text: ({ status }) => status,
    width: "8rem",
    from: "sm",
  },
  {
    name: "Amount",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    text: ({ amount }) => amount,
    align: "right",
    width: "9rem",
  },
];

export function PaymentPage() {
  const id = useParam("/payments/$paymentId");
  const { data, error, refetch } = useQuery({
    ...asked((api, signal) => api.payments.get(id, { signal })),
  });
  useRecent({
    to: `/payments/${id}`,
    name: data === undefined ? undefined : formatMoney(data.amount, data.currency),
    kind: "Payment",
  });
  if (data === undefined) {
    return (
      <Page title="Payment" trail={TRAIL}>
        {error === null ? <Skeleton className="h-96" /> : <Failure error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  }
  return <Loaded payment={data} />;
}

function Loaded({ payment }: { readonly payment: Payment }) {
  const { id, currency, amount, appliedAmount, creditedAmount, refundedAmount, refunds, status, invoiceId } = payment;
  const [search, change] = useAddress("/payments/$paymentId");
  const mayBill = useMay("billing");
  const { data: invoice } = useQuery(invoiceQuery(invoiceId));
  const receipt = useMutation({
    mutationFn: async () => save(`receipt-${id}.pdf`, await client.payments.getReceipt(id)),
  });
  const refundRows = fixedRows({ data: refunds, isPending: false, error: null, refetch: () => undefined });
  const isTaken = status === "succeeded";
  const canBeRefunded = mayBill && isTaken;
  const money = (value: string) => <Money amount={value} currency={currency} />;
  return (
    <Page
      title={formatMoney(amount, currency)}
      trail={TRAIL}
      aside={<StatusBadge status={status} />}
      note={
        <>
          From <AccountLink id={payment.accountId} /> for{" "}
          <Link to={`/invoices/${invoiceId}`} className="font-medium hover:underline">
            {invoice?.number ?? "the invoice"}
          </Link>
        </>
      }
      actions={
        <>
          {isTaken && (
            <Button
              icon={<Download aria-hidden className="size-4" />}
              busy={receipt.isPending}
              onClick={() => receipt.mutate()}
            >
              Receipt
            </Button>
          )}
          {canBeRefunded && <Button onClick={() => change({ do: "refund" })}>Refund</Button>}
        </>
      }
    >
      <FailureLine error={receipt.error} />
      {payment.failureReason !== null && (
        <p role="status" className="mb-4 rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
          {payment.failureReason}
          {payment.failureCode !== null && ` (${payment.failureCode})`}
        </p>
      )}
      <Card>
        <Figures>
          <Figure name="Received" value={money(amount)} />
          <Figure name="Applied to invoice" value={money(appliedAmount)} />
          <Figure name="Added to account credit" value={money(creditedAmount)} />
          <Figure name="Refunded" value={money(refundedAmount)} />
        </Figures>
      </Card>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Card
          title="Refunds"
          flush
          actions={<ExportButton name={`refunds-${id}`} rows={refundRows} columns={refundColumns} />}
        >
          <Table
            label="Payment refunds"
            rows={refundRows}
            columns={refundColumns}
            rowKey={(refund) => refund.id}
            empty={<p className="border-t border-line px-4 py-4 text-sm text-muted">No refunds</p>}
          />
        </Card>
        <div className="flex min-w-0 flex-col gap-5">
          <Card title="Details">
            <Facts>
              <Fact name="Received on">
                <DateOf date={payment.date} />
              </Fact>
              <Fact name="Recorded">
                <Day instant={payment.createdAt} />
              </Fact>
              <Fact name="Method">{toWords(payment.method)}</Fact>
              <Fact name="Provider">{payment.provider === "manual" ? "Manual" : toWords(payment.provider)}</Fact>
              <Fact name="Reference">{payment.externalId ?? payment.providerPaymentId ?? <Nothing />}</Fact>
              <Fact name="Note">{payment.note ?? <Nothing />}</Fact>
              <Fact name="Journal">
                <Link {...pageAt("/journal", { object: id })} className="text-accent hover:underline">
                  Journal entries
                </Link>
              </Fact>
            </Facts>
          </Card>
          <TrailOfChanges objectId={id} />
        </div>
      </div>
      {search.do === "refund" && canBeRefunded && (
        <RefundOf payments={[payment]} onClose={() => change({ do: undefined })} />
      )}
    </Page>
  );
}
