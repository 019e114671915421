import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useAddress } from "../../routing/address.ts";
import { asked } from "../../server/asked.ts";
import { useMay } from "../../server/session.ts";
import { whenShown } from "../../design/when-shown.tsx";
import { Badge } from "../../design/badge.tsx";
import { Button, buttonClasses } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Quantity } from "../../design/money.tsx";
import { Empty } from "../../design/states.tsx";
import { Ago } from "../../design/when.tsx";
import { count } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { FilterBar } from "../../list/filter-bar.tsx";
import { fixedRows } from "../../list/fixed-rows.ts";
import { Table } from "../../list/table.tsx";
import { ingestRequest } from "../../named/ingest-request.ts";
import type { Unmatched } from "./unmatched.ts";
import { timeText } from "../../list/file-fields.ts";

const MatchDialog = whenShown(() => import("./match-dialog.tsx").then(({ MatchDialog }) => MatchDialog));

const reasons: Record<Unmatched["reason"], { tone: "warn" | "note"; name: string }> = {
  unknown_account: { tone: "warn", name: "Unknown account" },
  no_metric: { tone: "note", name: "No matching metric" },
  value_missing: { tone: "warn", name: "Property missing" },
  value_not_numeric: { tone: "warn", name: "Not a number" },
  value_out_of_range: { tone: "warn", name: "Number out of range" },
};

/** The property that a metric cannot read, with its value. */
function unreadOf({ property, value }: Unmatched): string {
  if (property === null) return "";
  return value === null ? property : `${property}: ${value}`;
}

const columns: readonly Column<Unmatched>[] = [
  {
    name: "Name",
    cell: (row) => (
      <>
        {row.name}
        {row.property !== null && <span className="block text-xs break-all text-muted">{unreadOf(row)}</span>}
      </>
    ),
    text: ({ name }) => name,
  },
  {
    name: "Reason",
    cell: ({ reason }) => <Badge tone={reasons[reason].tone}>{reasons[reason].name}</Badge>,
    text: ({ reason }) => reason,
    width: "11rem",
  },
  {
    name: "First seen",
    cell: ({ firstReceivedAt }) => <Ago instant={firstReceivedAt} />,
    text: timeText(({ firstReceivedAt }) => firstReceivedAt),
    from: "lg",
    width: "9rem",
  },
  {
    name: "Last seen",
    cell: ({ lastReceivedAt }) => <Ago instant={lastReceivedAt} />,
    text: timeText(({ lastReceivedAt }) => lastReceivedAt),
    from: "md",
    width: "9rem",
  },
  {
    name: "Events",
    cell: (row) => <Quantity quantity={String(row.count)} />,
    text: (row) => String(row.count),
    align: "right",
    width: "7rem",
  },
];

/** Accepted events that do not count yet, by the unknown name, with the fix. */
export function UnmatchedEvents() {
  const [, change] = useAddress("/events");
  const [mending, setMending] = useState<Unmatched | null>(null);
  const mayWrite = useMay("write");
  const unmatched = useQuery({
    ...asked((api, signal) => api.events.readUnmatched({ signal })),
  });
  const rows = fixedRows({ ...unmatched, data: unmatched.data?.items });
  const mend: Column<Unmatched> = {
    name: "",
    cell: (row) =>
      row.metricId === null ? (
        <Button className="!h-8" onClick={() => setMending(row)}>
          {row.reason === "unknown_account" ? "Match to account" : "Create metric"}
        </Button>
      ) : (
        <Link to={`/metrics/${row.metricId}`} className={buttonClasses("secondary", "!h-8")}>
          View metric
        </Link>
      ),
    align: "right",
    width: "12rem",
  };
  return (
    <Card flush>
      <FilterBar actions={<ExportButton name="unmatched-events" rows={rows} columns={columns} />}>
        <p className="text-sm text-muted">
          {unmatched.data === undefined || unmatched.data.eventCount === 0
            ? "Unmatched events"
            : `${count(unmatched.data.eventCount, "event")} not counted. Create the missing account or metric, or correct the value, to count them.`}
        </p>
      </FilterBar>
      <Table
        label="Unmatched events"
        rows={rows}
        columns={mayWrite ? [...columns, mend] : columns}
        rowKey={({ reason, name, metricId, property }) => [reason, name, metricId, property].join(" ")}
        onOpen={({ reason, name }) =>
          change({ view: "all", ...(reason === "unknown_account" ? { account: name } : { name }) })
        }
        empty={
          <Empty title="No unmatched events" request={ingestRequest("not-known-yet")}>
            Events that don't match an account or metric, or that have an invalid value, appear here. There is nothing
            to fix.
          </Empty>
        }
      />
      <Suspense fallback={null}>
        {mending !== null && <MatchDialog unmatched={mending} onClose={() => setMending(null)} />}
      </Suspense>
    </Card>
  );
}
