import { keyOf } from "../../../server/asked.ts";
import type { Client, ListedUsageEvent } from "@counterfoil/sdk";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../server/client.ts";
import { Button } from "../../../design/button.tsx";
import { FailureLine, Skeleton } from "../../../design/states.tsx";
import { Instant } from "../../../design/when.tsx";
import { ExportButton } from "../../../list/export-button.tsx";
import type { Column } from "../../../list/column.ts";

interface EventsOfLineProps {
  readonly invoiceId: string;
  readonly lineId: string;
  readonly metricId: string;
  readonly name: string;
  readonly total: number;
}

const PAGE = 50;

const columns: readonly Column<ListedUsageEvent>[] = [
  { name: "Time", cell: ({ timestamp }) => <Instant instant={timestamp} />, text: ({ timestamp }) => timestamp },
  {
    name: "Properties",
    cell: ({ properties }) => <span title={words(properties)}>{words(properties)}</span>,
    text: ({ properties }) => words(properties),
  },
  { name: "Event", cell: ({ uniqueId }) => <span title={uniqueId}>{uniqueId}</span>, text: ({ uniqueId }) => uniqueId },
];

/** The events that the line counted, in their state at that time. They are loaded when the user asks for them. */
export function EventsOfLine({ invoiceId, lineId, metricId, name, total }: EventsOfLineProps) {
  const [isOpen, setOpen] = useState(false);
  const list = (cursor?: string, limit = PAGE, api: Client = client) =>
    api.invoices.listLineEvents(invoiceId, lineId, {
      metric: metricId,
      limit,
      ...(cursor !== undefined && { cursor }),
    });
  const walk = useInfiniteQuery({
    queryKey: keyOf((api) => list(undefined, PAGE, api)),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => await list(pageParam),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: isOpen,
  });
  const events = walk.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className="mt-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide events" : `Show ${total.toLocaleString()} events`}
        </Button>
        {isOpen && (
          <ExportButton
            name={`events-${lineId}`}
            rows={{ length: total, all: () => list(undefined, 100) }}
            columns={columns}
          />
        )}
      </div>
      {isOpen && (
        <div className="mt-2 overflow-x-auto rounded-md border border-line">
          <table aria-label={`${name} events for this line`} className="w-full text-xs">
            <thead>
              <tr className="text-left text-muted">
                {columns.map((column) => (
                  <th key={column.name} scope="col" className="px-3 py-2 font-medium">
                    {column.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {events.map((event) => (
                <tr key={event.uniqueId} className="border-t border-line">
                  {columns.map((column) => (
                    <td key={column.name} className="max-w-64 truncate px-3 py-1.5">
                      {column.cell(event)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {walk.isPending && <Skeleton className="m-3 h-40" />}
          <FailureLine error={walk.error} />
          {walk.hasNextPage && (
            <div className="border-t border-line p-2 text-center">
              <Button kind="quiet" busy={walk.isFetchingNextPage} onClick={() => void walk.fetchNextPage()}>
                {events.length.toLocaleString()} of {total.toLocaleString()} · more
              </Button>
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function words(properties: ListedUsageEvent["properties"]): string {
  return Object.entries(properties)
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
}
