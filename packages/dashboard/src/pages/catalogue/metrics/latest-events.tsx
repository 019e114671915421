import { pageAt } from "../../../routing/page-at.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { asked } from "../../../server/asked.ts";
import { Card } from "../../../design/card.tsx";
import { Code } from "../../../design/code.tsx";
import { Skeleton } from "../../../design/states.tsx";
import { AgoOf } from "../../clocks/ago-of.tsx";
import { LIVE_MILLISECONDS } from "../../../server/live.ts";

/** The latest events with the metric's event name, or a request that sends the first. */
export function LatestEvents({ eventName }: { readonly eventName: string }) {
  const { data, isPending } = useQuery({
    ...asked((api, signal) => api.events.list({ eventName, limit: 8 }, { signal })),
    refetchInterval: LIVE_MILLISECONDS,
  });
  return (
    <Card
      title="Events"
      note={`Most recent events named ${eventName}.`}
      actions={
        <Link {...pageAt("/events", { view: "all", name: eventName })} className="text-sm text-accent hover:underline">
          All
        </Link>
      }
    >
      {isPending && <Skeleton className="h-108 sm:h-66" />}
      {data?.items.length === 0 && (
        <>
          <p className="mb-2 text-sm text-muted">No events yet. Send one with this request:</p>
          <Code
            label="Request that sends an event"
            text={`curl -X POST ${window.location.origin}/events -H "Authorization: Bearer $COUNTERFOIL_KEY" -H "Content-Type: application/json" \\\n  -d '{"account": "acme", "eventName": "${eventName}", "uniqueId": "first", "properties": {}}'`}
          />
        </>
      )}
      <ul className="divide-y divide-line text-sm">
        {data?.items.map(({ uniqueId, account, accountId, timestamp, properties }) => (
          <li key={uniqueId} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
            <span className="min-w-0 truncate font-medium sm:w-36">{account}</span>
            <span className="min-w-0 flex-1 truncate font-mono text-xs text-muted max-sm:order-last max-sm:basis-full">
              {JSON.stringify(properties)}
            </span>
            <AgoOf instant={timestamp} accountId={accountId} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
