import type { ListRequestLogQuery, LoggedRequest } from "@counterfoil/sdk";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { Instant } from "../../design/when.tsx";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { timeText } from "../../list/file-fields.ts";
import { Choice, DayRange, FilterBar, SearchBox } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { useWalk } from "../../list/use-walk.ts";
import { useAddress } from "../../routing/address.ts";
import { RequestSheet } from "./request-sheet.tsx";
import { RequestStatus } from "./request-status.tsx";

const STATUSES = [
  ["2xx", "Successful"],
  ["4xx", "Refused"],
  ["5xx", "Failed"],
] as const;
const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE"];

const columns: readonly Column<LoggedRequest>[] = [
  {
    name: "Status",
    cell: ({ status }) => <RequestStatus status={status} />,
    text: ({ status }) => String(status),
    width: "5rem",
  },
  {
    name: "Request",
    cell: ({ method, path }) => (
      <span className="font-mono text-xs">
        <span className="text-muted">{method}</span> {path}
      </span>
    ),
    text: ({ method, path }) => `${method} ${path}`,
  },
  {
    name: "Error",
    cell: ({ errorCode }) => <span className="text-muted">{errorCode}</span>,
    text: ({ errorCode }) => errorCode,
    from: "xl",
  },
  {
    name: "By",
    cell: ({ actor }) => actor.name ?? actor.id,
    text: ({ actor }) => actor.id,
    from: "lg",
  },
  {
    name: "Duration",
    cell: ({ durationMs }) => <span className="figures">{durationMs.toLocaleString()} ms</span>,
    text: ({ durationMs }) => String(durationMs),
    align: "right",
    width: "6rem",
    from: "md",
  },
  {
    name: "Time",
    cell: ({ at }) => <Instant instant={at} />,
    text: timeText(({ at }) => at),
    width: "13rem",
    from: "sm",
  },
];

/** The requests of the last 30 days; each opens with its bodies and as a command to send it again. */
export function RequestLog() {
  const [search, change] = useAddress("/request-log");
  const { entry } = search;
  const rows = useWalk({
    list: (api, page) => api.requestLog.list({ ...toQuery(search), ...page }),
    items: ({ items }) => items,
    next: ({ nextCursor }) => nextCursor,
  });
  const narrowed = search.actorId ?? search.request;
  return (
    <Page title="Request log" note="Requests with an API key, and those of people that write or fail, for 30 days.">
      <Card flush>
        <FilterBar actions={<ExportButton name="request-log" rows={rows} columns={columns} />}>
          <SearchBox label="Search by path or ID" />
          <Choice label="Status" name="status" all="All statuses" options={STATUSES} />
          <Choice label="Method" name="method" all="All methods" options={METHODS.map((one) => [one, one])} />
          <DayRange zone="UTC" />
          {narrowed !== undefined && (
            <Button onClick={() => change({ actorId: undefined, request: undefined })}>
              Only {search.actorId === undefined ? "one request" : "one key or person"} · Show all
            </Button>
          )}
        </FilterBar>
        <Table
          label="Request log"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          onOpen={({ id }) => change({ entry: id })}
          empty={
            Object.keys(toQuery(search)).length === 0 ? (
              <Empty title="No requests yet">Send a request with an API key. It appears here within a second.</Empty>
            ) : (
              <Empty title="No results">Clear some filters.</Empty>
            )
          }
        />
      </Card>
      {entry !== undefined && <RequestSheet id={entry} onClose={() => change({ entry: undefined })} />}
    </Page>
  );
}

function toQuery({
  q,
  status,
  method,
  actorId,
  request,
  from,
  to,
}: Readonly<Record<string, string | undefined>>): ListRequestLogQuery {
  return {
    ...(q !== undefined && { path: q }),
    ...(status !== undefined && { status }),
    ...(method !== undefined && { method }),
    ...(actorId !== undefined && { actorId }),
    ...(request !== undefined && { requestId: request }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}
