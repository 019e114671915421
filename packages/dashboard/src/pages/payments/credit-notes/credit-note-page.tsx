import { pageAt } from "../../../routing/page-at.ts";
import type { CreditNote, CreditNoteLine } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRecent } from "../../../routing/recent.ts";
import { useParam } from "../../../routing/address.ts";
import { client } from "../../../server/client.ts";
import { asked } from "../../../server/asked.ts";
import { Badge } from "../../../design/badge.tsx";
import { Card, Fact, Facts, Figure, Figures } from "../../../design/card.tsx";
import { Money } from "../../../design/money.tsx";
import { Page } from "../../../design/page.tsx";
import { Failure, Skeleton } from "../../../design/states.tsx";
import { Day, Nothing } from "../../../design/when.tsx";
import { formatMoney, formatPercent, isZero } from "../../../format/amount.ts";
import { formatServicePeriod } from "../../../format/dates.ts";
import { toWords } from "../../../format/words.ts";
import type { Column } from "../../../list/column.ts";
import { ExportButton } from "../../../list/export-button.tsx";
import { fixedRows } from "../../../list/fixed-rows.ts";
import { Table } from "../../../list/table.tsx";
import { AccountLink } from "../../../named/account-name.tsx";
import { DocumentButtons } from "../../../named/document-buttons.tsx";
import { EInvoiceFact } from "../../../named/e-invoice-fact.tsx";
import { TrailOfChanges } from "../../../named/trail-of-changes.tsx";

const TRAIL = [["/credit-notes", "Credit notes"]] as const;

export function CreditNotePage() {
  const id = useParam("/credit-notes/$creditNoteId");
  const { data, error, refetch } = useQuery({
    ...asked((api, signal) => api.creditNotes.get(id, { signal })),
  });
  useRecent({ to: `/credit-notes/${id}`, name: data?.number, kind: "Credit note" });
  if (data === undefined) {
    return (
      <Page title="Credit note" trail={TRAIL}>
        {error === null ? <Skeleton className="h-96" /> : <Failure error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  }
  return <Loaded note={data} />;
}

function linesOf(currency: string): readonly Column<CreditNoteLine>[] {
  return [
    { name: "Invoice line", cell: ({ description }) => description, text: ({ description }) => description },
    {
      name: "Service period",
      cell: ({ servicePeriod }) => formatServicePeriod(servicePeriod),
      text: ({ servicePeriod: { start, end } }) => `${start} – ${end}`,
      from: "md",
      width: "15rem",
    },
    {
      name: "Credited",
      cell: ({ amount }) => <Money amount={amount} currency={currency} />,
      text: ({ amount }) => amount,
      align: "right",
      width: "9rem",
    },
  ];
}

function Loaded({ note }: { readonly note: CreditNote }) {
  const { id, number, currency, invoiceId, invoiceNumber, taxes } = note;
  const money = (amount: string) => <Money amount={amount} currency={currency} />;
  const columns = linesOf(currency);
  const rows = fixedRows({ data: note.lines, isPending: false, error: null, refetch: () => undefined });
  return (
    <Page
      title={number}
      trail={TRAIL}
      aside={<Badge>{toWords(note.outcome)}</Badge>}
      note={
        <>
          <AccountLink id={note.accountId} /> · corrects{" "}
          <Link to={`/invoices/${invoiceId}`} className="font-medium hover:underline">
            {invoiceNumber}
          </Link>{" "}
          · {note.reason}
        </>
      }
    >
      <Card>
        <Figures>
          <Figure name="Total" value={money(note.total)} note="including tax" />
          <Figure name="Applied to invoice" value={money(note.amountApplied)} />
          <Figure name="Added to account credit" value={money(note.amountCredited)} />
          {!isZero(note.amountReturned) && (
            <Figure name="Returned to prepaid credit" value={money(note.amountReturned)} />
          )}
          <Figure name="Refunded" value={money(note.amountRefunded)} />
        </Figures>
      </Card>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Card title="Credited lines" flush actions={<ExportButton name={number} rows={rows} columns={columns} />}>
          <Table
            label="Credit note lines"
            rows={rows}
            columns={columns}
            rowKey={(line) => line.id}
            to={({ lineItemId }) => pageAt("/invoices/$invoiceId", { line: lineItemId }, { invoiceId })}
            empty={null}
          />
          <div className="border-t border-line">
            <dl className="ml-auto grid max-w-md grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 px-4 py-4 text-sm">
              <dt className="text-muted">Subtotal</dt>
              <dd className="text-right">{money(note.subtotal)}</dd>
              {taxes.map(({ name, percentage, base, amount }) => (
                <TaxRow
                  key={`${name} ${percentage} ${base}`}
                  name={`${name} ${formatPercent(percentage)} of ${formatMoney(base, currency)}`}
                  amount={amount}
                  currency={currency}
                />
              ))}
              <dt className="font-semibold">Total</dt>
              <dd className="text-right font-semibold">{money(note.total)}</dd>
            </dl>
          </div>
        </Card>
        <div className="flex min-w-0 flex-col gap-5">
          <Card title="Details">
            <Facts>
              <Fact name="Issued">
                <Day instant={note.issueDate} timezone={note.timezone} />
              </Fact>
              <Fact name="Reason">{note.reason}</Fact>
              <Fact name="Memo">{note.memo ?? <Nothing />}</Fact>
              <EInvoiceFact eInvoice={note.eInvoice} />
              <Fact name="Journal">
                <Link {...pageAt("/journal", { object: id })} className="text-accent hover:underline">
                  Journal entries
                </Link>
              </Fact>
            </Facts>
          </Card>
          <Card title="Documents">
            <DocumentButtons
              name={number}
              pdf={() => client.creditNotes.getPdf(id)}
              xml={(format) => client.creditNotes.getXml(id, { format })}
              version={note.createdAt}
            />
          </Card>
          <TrailOfChanges objectId={id} />
        </div>
      </div>
    </Page>
  );
}

interface TaxRowProps {
  readonly name: string;
  readonly amount: string;
  readonly currency: string;
}

function TaxRow({ name, amount, currency }: TaxRowProps) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-right">
        <Money amount={amount} currency={currency} />
      </dd>
    </>
  );
}
