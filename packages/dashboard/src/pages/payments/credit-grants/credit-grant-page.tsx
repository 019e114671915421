import { pageAt } from "../../../routing/page-at.ts";
import { Suspense } from "react";
import type { CreditGrant, CreditGrantLedgerEntry } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAddress, useParam } from "../../../routing/address.ts";
import { asked } from "../../../server/asked.ts";
import { useMay } from "../../../server/session.ts";
import { whenShown } from "../../../design/when-shown.tsx";
import { StatusBadge } from "../../../design/badge.tsx";
import { Button } from "../../../design/button.tsx";
import { Card, Fact, Facts, Figure, Figures } from "../../../design/card.tsx";
import { Page } from "../../../design/page.tsx";
import { Failure, Skeleton } from "../../../design/states.tsx";
import { Day, Instant, Nothing } from "../../../design/when.tsx";
import { isZero } from "../../../format/amount.ts";
import { toWords } from "../../../format/words.ts";
import { AgoOf } from "../../clocks/ago-of.tsx";
import type { Column } from "../../../list/column.ts";
import { ExportButton } from "../../../list/export-button.tsx";
import { fixedRows } from "../../../list/fixed-rows.ts";
import { Table } from "../../../list/table.tsx";
import { AccountLink } from "../../../named/account-name.tsx";
import { TrailOfChanges } from "../../../named/trail-of-changes.tsx";
import { AmountOfGrant } from "./amount-of-grant.tsx";
import { VoidGrantDialog } from "./void-grant-dialog.tsx";

const BurnDownChart = whenShown(() => import("./burn-down-chart.tsx").then(({ BurnDownChart }) => BurnDownChart));

const TRAIL = [["/credit-grants", "Credits"]] as const;

const columns: readonly Column<CreditGrantLedgerEntry>[] = [
  {
    name: "Time",
    cell: ({ createdAt }) => <Instant instant={createdAt} />,
    text: ({ createdAt }) => createdAt,
    width: "13rem",
  },
  { name: "Event", cell: ({ kind }) => toWords(kind), text: ({ kind }) => kind },
  {
    name: "Document",
    cell: ({ invoiceId, creditNoteId }) =>
      invoiceId !== null ? (
        <Link to={`/invoices/${invoiceId}`} className="text-accent hover:underline">
          Invoice
        </Link>
      ) : creditNoteId !== null ? (
        <Link to={`/credit-notes/${creditNoteId}`} className="text-accent hover:underline">
          Credit note
        </Link>
      ) : (
        <Nothing />
      ),
    text: ({ invoiceId, creditNoteId }) => invoiceId ?? creditNoteId,
    from: "sm",
  },
  {
    name: "Amount",
    cell: (entry) => <AmountOfGrant {...entry} />,
    text: ({ amount }) => amount,
    align: "right",
    width: "12rem",
  },
];

export function CreditGrantPage() {
  const id = useParam("/credit-grants/$grantId");
  const { data, error, refetch } = useQuery({
    ...asked((api, signal) => api.creditGrants.get(id, { signal })),
  });
  if (data === undefined) {
    return (
      <Page title="Credit" trail={TRAIL}>
        {error === null ? <Skeleton className="h-96" /> : <Failure error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  }
  return <Loaded grant={data} />;
}

function Loaded({ grant }: { readonly grant: CreditGrant }) {
  const { id, accountId, amount, balance, status, expiresAt, effectiveAt, reason, priority, productIds } = grant;
  const [search, change] = useAddress("/credit-grants/$grantId");
  const mayBill = useMay("billing");
  const ledger = useQuery({
    ...asked((api, signal) => api.creditGrants.getLedger(id, { limit: 100 }, { signal }).all()),
  });
  const entries = [...(ledger.data ?? [])].sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  const canBeVoided = mayBill && (status === "active" || status === "scheduled") && !isZero(balance);
  const rows = fixedRows({ ...ledger, data: entries.toReversed() });
  return (
    <Page
      title={reason ?? "Credit grant"}
      trail={TRAIL}
      aside={<StatusBadge status={status} />}
      note={<AccountLink id={accountId} />}
      actions={
        canBeVoided && (
          <Button kind="danger" onClick={() => change({ do: "void" })}>
            Void remaining balance
          </Button>
        )
      }
    >
      <Card>
        <Figures>
          <Figure name="Remaining" value={<AmountOfGrant {...grant} amount={balance} />} />
          <Figure name="Granted" value={<AmountOfGrant {...grant} amount={amount} />} />
          <Figure name="Starts" value={<Day instant={effectiveAt} />} />
          <Figure
            name="Expires"
            value={expiresAt === null ? "Never" : <Day instant={expiresAt} />}
            note={expiresAt === null ? undefined : <AgoOf instant={expiresAt} accountId={accountId} />}
          />
        </Figures>
      </Card>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <Card title="Remaining balance over time">
            {ledger.data === undefined ? (
              <Skeleton className="h-52" />
            ) : (
              <Suspense fallback={<Skeleton className="h-52" />}>
                <BurnDownChart grant={grant} entries={entries} />
              </Suspense>
            )}
          </Card>
          <Card
            title="Ledger"
            note="All movements. They add up to the remaining balance."
            flush
            actions={<ExportButton name={`credit-ledger-${id}`} rows={rows} columns={columns} />}
          >
            <Table label="Grant ledger" rows={rows} columns={columns} rowKey={(entry) => entry.id} empty={null} />
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Card title="Details">
            <Facts>
              <Fact name="Priority">{priority} (lower is used first)</Fact>
              <Fact name="Applies to">
                {productIds.length === 0
                  ? "All charges"
                  : productIds.map((product) => (
                      <Link key={product} to={`/products/${product}`} className="block text-accent hover:underline">
                        {product}
                      </Link>
                    ))}
              </Fact>
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
      {search.do === "void" && canBeVoided && (
        <VoidGrantDialog grant={grant} onClose={() => change({ do: undefined })} />
      )}
    </Page>
  );
}
