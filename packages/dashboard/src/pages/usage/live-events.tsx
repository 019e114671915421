import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { useAddress } from "../../routing/address.ts";
import { Chart } from "../../charts/chart.tsx";
import { lineThrough } from "../../charts/scale.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Empty, Failure } from "../../design/states.tsx";
import { count } from "../../format/words.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { fixedRows } from "../../list/fixed-rows.ts";
import { Table } from "../../list/table.tsx";
import { eventColumns } from "./event-columns.tsx";
import { EventFilters } from "./event-filters.tsx";
import { ingestRequest } from "../../named/ingest-request.ts";
import { SECONDS, useTail } from "./use-tail.ts";

/** Events as they are committed, and their rate per second. */
export function LiveEvents() {
  const [search, change] = useAddress("/events");
  const [isPaused, setPaused] = useState(false);
  const { events, rate, waiting, error } = useTail({
    account: search.account,
    eventName: search.name,
    isPaused,
  });
  const rows = fixedRows({ data: events, isPending: false, error: null, refetch: () => undefined });
  return (
    <Card flush>
      <div role="search" className="flex flex-wrap items-center gap-2 px-4 py-3">
        <EventFilters />
        <div className="ml-auto flex items-center gap-3">
          <span className="flex items-center gap-2 text-sm text-muted">
            <span
              aria-hidden
              className={
                isPaused || error !== null
                  ? "size-2 rounded-full bg-line-strong"
                  : "size-2 animate-pulse rounded-full bg-good"
              }
            />
            {error !== null ? "Not connected" : isPaused ? "Paused" : "Listening"}
          </span>
          <ExportButton name="live-events" rows={rows} columns={eventColumns} />
          <Button
            icon={isPaused ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? (waiting === 0 ? "Resume" : `Resume: ${count(waiting, "event")} waiting`) : "Pause"}
          </Button>
        </div>
      </div>
      {error === null ? (
        <>
          <RateLine rate={rate} />
          <Table
            label="Live events"
            rows={rows}
            columns={eventColumns}
            rowKey={({ uniqueId }) => uniqueId}
            onOpen={({ uniqueId }) => change({ event: uniqueId })}
            empty={
              <Empty title="Listening for events" request={ingestRequest()}>
                New events appear here as they are received. Send one with the alias of an account.
              </Empty>
            }
          />
        </>
      ) : (
        <Failure error={error} />
      )}
    </Card>
  );
}

function RateLine({ rate }: { readonly rate: readonly number[] }) {
  const last = rate.at(-2) ?? 0;
  return (
    <div className="flex items-center gap-4 px-4 pb-3">
      <div className="w-24 shrink-0">
        <div className="figures text-xl font-semibold tracking-tight">{last.toLocaleString()}</div>
        <div className="text-xs text-muted">events per second</div>
      </div>
      <Chart
        className="flex-1"
        height={48}
        margin={{ left: 0, right: 0, top: 4, bottom: 2 }}
        label={`Events per second over the last ${SECONDS} seconds; ${last} in the last second`}
      >
        {(box) => {
          const step = (box.right - box.left) / (rate.length - 1);
          const most = Math.max(1, ...rate);
          const points = rate.map(
            (value, index) => [box.left + index * step, box.bottom - (value / most) * (box.bottom - box.top)] as const,
          );
          const line = lineThrough(points);
          return (
            <>
              <path d={`${line}V${box.bottom}H${box.left}Z`} className="fill-accent-soft" />
              <path d={line} fill="none" strokeWidth={1.5} className="stroke-chart-1" />
            </>
          );
        }}
      </Chart>
    </div>
  );
}
