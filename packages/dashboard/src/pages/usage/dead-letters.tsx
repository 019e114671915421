import type { DeadLetter, ListDeadLettersQuery } from "@counterfoil/sdk";
import { Suspense } from "react";
import { Card } from "../../design/card.tsx";
import { Empty } from "../../design/states.tsx";
import { whenShown } from "../../design/when-shown.tsx";
import { Ago } from "../../design/when.tsx";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { timeText } from "../../list/file-fields.ts";
import { Choice, FilterBar, SearchBox } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { useAddress } from "../../routing/address.ts";
import { DeadLetterState, reasonName, STATE_CHOICES } from "./dead-letter-state.tsx";

const DeadLetterSheet = whenShown(() =>
  import("./dead-letter-sheet.tsx").then(({ DeadLetterSheet }) => DeadLetterSheet),
);

const columns: readonly Column<DeadLetter>[] = [
  {
    name: "Reason",
    cell: ({ code, detail }) => (
      <>
        {reasonName(code)}
        <span className="line-clamp-2 text-xs break-words text-muted" title={detail}>
          {detail}
        </span>
      </>
    ),
    text: ({ detail }) => detail,
  },
  {
    name: "Event ID",
    cell: ({ uniqueId }) =>
      uniqueId === null ? <span className="text-muted">Not read</span> : <span className="break-all">{uniqueId}</span>,
    text: ({ uniqueId }) => uniqueId ?? "",
    width: "12rem",
    from: "lg",
  },
  {
    name: "Record",
    cell: ({ topic, partition, offset }) => (
      <>
        <span className="break-all">{topic}</span>
        <span className="figures block text-xs text-muted">
          {partition}:{offset}
        </span>
      </>
    ),
    text: ({ topic, partition, offset }) => `${topic} ${partition}:${offset}`,
    width: "10rem",
    from: "md",
    sort: "topic",
  },
  {
    name: "Received",
    cell: ({ createdAt }) => <Ago instant={createdAt} />,
    text: timeText(({ createdAt }) => createdAt),
    width: "8.5rem",
    from: "sm",
    sort: "createdAt",
  },
  {
    name: "Status",
    cell: ({ state }) => <DeadLetterState state={state} />,
    text: ({ state }) => state,
    width: "6.5rem",
  },
];

/** Kafka records that could not be stored as events, the newest first. */
export function DeadLetters() {
  const [search, change] = useAddress("/events");
  const query = toQuery(search);
  const rows = usePages({
    list: (api, where) => api.deadLetters.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  return (
    <Card flush>
      <FilterBar actions={<ExportButton name="dead-letters" rows={rows} columns={columns} />}>
        <SearchBox label="Search by event ID" />
        <Choice label="Status" name="state" all="All statuses" options={STATE_CHOICES} />
      </FilterBar>
      <Table
        label="Dead letters"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => change({ letter: id })}
        empty={
          <Empty title="No dead letters">
            Records from Kafka that cannot be stored as events appear here with the reason. There is nothing to fix.
          </Empty>
        }
      />
      <Suspense fallback={null}>
        {search.letter !== undefined && (
          <DeadLetterSheet id={search.letter} onClose={() => change({ letter: undefined })} />
        )}
      </Suspense>
    </Card>
  );
}

function toQuery({
  q,
  state,
  sort = "createdAt:desc",
}: Readonly<Record<string, string | undefined>>): ListDeadLettersQuery {
  const filters: NonNullable<ListDeadLettersQuery["filters"]>[number][] = [];
  if (q !== undefined) filters.push({ field: "uniqueId", operator: "contains", value: q });
  if (state !== undefined) filters.push({ field: "state", operator: "eq", value: state });
  return { filters, sort: sort as NonNullable<ListDeadLettersQuery["sort"]> };
}
