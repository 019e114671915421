import type { Account, TestClock } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useAddress, useParam } from "../../routing/address.ts";
import { useMay } from "../../server/session.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Page } from "../../design/page.tsx";
import { Empty, Failure, Skeleton } from "../../design/states.tsx";
import { Instant } from "../../design/when.tsx";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { fixedRows } from "../../list/fixed-rows.ts";
import { Table } from "../../list/table.tsx";
import { accountsOnClockQuery, clockQuery } from "./clock-queries.ts";
import { ClockTimeline } from "./clock-timeline.tsx";
import { NewAccountDialog } from "./new-account-dialog.tsx";
import { TimeTravel } from "./time-travel.tsx";
import { useTimeTravel } from "./use-time-travel.ts";

const trail = [["/test-clocks", "Test clocks"]] as const;

/** One test clock: its time, how to advance it, its accounts, and what happened. */
export function Clock() {
  const clock = useQuery(clockQuery(useParam("/test-clocks/$clockId")));
  if (clock.error !== null || clock.data === undefined) {
    return (
      <Page title="Test clock" trail={trail}>
        {clock.error === null ? (
          <Skeleton className="h-96 w-full" />
        ) : (
          <Failure error={clock.error} onRetry={() => void clock.refetch()} />
        )}
      </Page>
    );
  }
  return <Shown clock={clock.data} />;
}

const columns: readonly Column<Account>[] = [
  { name: "Name", cell: ({ name }) => name, text: ({ name }) => name },
  { name: "Alias", cell: ({ aliases }) => aliases[0], text: ({ aliases }) => aliases.join(" "), from: "sm" },
  { name: "Currency", cell: ({ currency }) => currency, text: ({ currency }) => currency, width: "7rem" },
];

function Shown({ clock }: { readonly clock: TestClock }) {
  const [search, change] = useAddress("/test-clocks/$clockId");
  const [isAdding, setAdding] = useState(false);
  const mayWrite = useMay("write");
  const accounts = useQuery(accountsOnClockQuery(clock.id));
  const accountIds = (accounts.data ?? []).map(({ id }) => id);
  const travel = useTimeTravel(clock, ({ from }) => change({ since: from }, { replace: true }));
  const rows = fixedRows(accounts);
  const add = mayWrite && (
    <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
      New account on this clock
    </Button>
  );
  const isLastJump = search.since !== undefined;
  return (
    <Page
      title={clock.name ?? "Test clock"}
      aside={
        clock.status !== "ready" && (
          <Badge tone={clock.status === "failed" ? "bad" : "note"}>{toWords(clock.status)}</Badge>
        )
      }
      trail={trail}
    >
      <Card className="mb-4">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <div>
            <div className="text-sm text-muted">Current time:</div>
            <div className="text-xl font-semibold tracking-tight sm:text-2xl">
              <Instant instant={clock.frozenTime} />
            </div>
          </div>
          {mayWrite && <TimeTravel clock={clock} accountIds={accountIds} travel={travel} />}
        </div>
      </Card>
      <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
        <Card
          title={isLastJump ? "Timeline" : "Timeline"}
          note={isLastJump ? "Since the clock was last advanced" : undefined}
          actions={isLastJump && <Button onClick={() => change({ since: undefined })}>Show all</Button>}
        >
          {travel.isMoving || accounts.data === undefined ? (
            <Skeleton className="h-40 w-full" />
          ) : accountIds.length === 0 ? (
            <Empty title="No accounts yet">
              Create an account on this clock and a subscription for it. Then advance the clock to see what Counterfoil
              bills.
            </Empty>
          ) : (
            <ClockTimeline
              accountIds={accountIds}
              from={search.since ?? earliest(accounts.data)}
              to={clock.frozenTime}
            />
          )}
        </Card>
        <Card
          flush
          title="Accounts"
          actions={
            <>
              {add}
              <ExportButton name="clock-accounts" rows={rows} columns={columns} />
            </>
          }
        >
          <Table
            label="Accounts on this clock"
            rows={rows}
            columns={columns}
            rowKey={({ id }) => id}
            to={({ id }) => `/accounts/${id}`}
            empty={
              <Empty
                title="No accounts yet"
                action={add}
                request={`curl -X POST ${window.location.origin}/accounts \\
  -H "Authorization: Bearer $COUNTERFOIL_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"name": "On a clock", "currency": "EUR", "testClockId": "${clock.id}"}'`}
              />
            }
          />
        </Card>
      </div>
      {isAdding && <NewAccountDialog clockId={clock.id} onClose={() => setAdding(false)} />}
    </Page>
  );
}

/** The creation of the first account, before which nothing happened. */
function earliest(accounts: readonly Account[]): string {
  const first = Math.min(...accounts.map(({ createdAt }) => Date.parse(createdAt)));
  return new Date(first - 1).toISOString();
}
