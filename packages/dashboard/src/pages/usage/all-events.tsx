import { useQuery } from "@tanstack/react-query";
import { useAddress } from "../../routing/address.ts";
import { asked } from "../../server/asked.ts";
import { Card } from "../../design/card.tsx";
import { Empty } from "../../design/states.tsx";
import { ExportButton } from "../../list/export-button.tsx";
import { DayRange, FilterBar, SearchBox } from "../../list/filter-bar.tsx";
import { fixedRows } from "../../list/fixed-rows.ts";
import { Table } from "../../list/table.tsx";
import { useWalk } from "../../list/use-walk.ts";
import { eventColumns } from "./event-columns.tsx";
import { EventFilters } from "./event-filters.tsx";
import { ingestRequest } from "../../named/ingest-request.ts";

/** All events, newest first, or the one with a given ID. */
export function AllEvents() {
  const [search, change] = useAddress("/events");
  const { account, name, from, to, q } = search;
  const where = {
    order: "desc" as const,
    ...(account !== undefined && { account }),
    ...(name !== undefined && { eventName: name }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
  const walk = useWalk({
    list: (api, page) => api.events.list({ ...where, ...page }),
    items: ({ items }) => items,
    next: ({ nextCursor }) => nextCursor,
  });
  const byId = useQuery({
    ...asked((api, signal) => api.events.list({ uniqueId: q }, { signal })),
    enabled: q !== undefined,
  });
  const rows = q === undefined ? walk : fixedRows({ ...byId, data: byId.data?.items });
  const isFiltered = Object.keys(where).length > 1 || q !== undefined;
  return (
    <Card flush>
      <FilterBar actions={<ExportButton name="events" rows={rows} columns={eventColumns} />}>
        <SearchBox label="Search by unique ID" />
        <EventFilters />
        <DayRange />
      </FilterBar>
      <Table
        label="Events"
        rows={rows}
        columns={eventColumns}
        rowKey={({ uniqueId }) => uniqueId}
        onOpen={({ uniqueId }) => change({ event: uniqueId })}
        empty={
          isFiltered ? (
            <Empty title="No results">Clear some filters. Enter a unique ID in full.</Empty>
          ) : (
            <Empty title="No events yet" request={ingestRequest()}>
              A usage event records something a customer used. Send one to start. Counterfoil counts duplicates only
              once.
            </Empty>
          )
        }
      />
    </Card>
  );
}
