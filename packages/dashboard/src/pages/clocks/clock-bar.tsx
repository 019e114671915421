import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Clock3 } from "lucide-react";
import { asked } from "../../server/asked.ts";
import { useMay } from "../../server/session.ts";
import { Instant } from "../../design/when.tsx";
import { accountsOnClockQuery, clockQuery } from "./clock-queries.ts";
import { ClockTimeline } from "./clock-timeline.tsx";
import { TimeTravel } from "./time-travel.tsx";
import { useTimeTravel } from "./use-time-travel.ts";
import type { TestClock } from "@counterfoil/sdk";

/**
 * A bar at the top of the page of an account with a test clock: its time, how to advance it, and what happened on the
 * way.
 */
export function ClockBar({ accountId }: { readonly accountId: string }) {
  const account = useQuery({
    ...asked((api, signal) => api.accounts.get(accountId, { signal })),
    staleTime: 60_000,
  });
  const clockId = account.data?.testClockId ?? null;
  const clock = useQuery({ ...clockQuery(clockId ?? ""), enabled: clockId !== null });
  if (clock.data === undefined) return null;
  return <Bar clock={clock.data} />;
}

function Bar({ clock }: { readonly clock: TestClock }) {
  const mayWrite = useMay("write");
  const accounts = useQuery(accountsOnClockQuery(clock.id));
  const accountIds = (accounts.data ?? []).map(({ id }) => id);
  const travel = useTimeTravel(clock);
  const { jump, isMoving } = travel;
  return (
    <section aria-label="Test clock" className="mb-4 rounded-lg border border-note bg-note-soft px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-0 items-center gap-2 text-sm text-note">
          <Clock3 aria-hidden className="size-4 shrink-0" />
          <Link to={`/test-clocks/${clock.id}`} className="truncate font-medium hover:underline">
            {clock.name ?? "Test clock"}
          </Link>
          <span className="text-ink">
            <Instant instant={clock.frozenTime} />
          </span>
        </div>
        {mayWrite && <TimeTravel clock={clock} accountIds={accountIds} travel={travel} />}
      </div>
      {jump !== null && !isMoving && clock.status === "ready" && (
        <details open className="mt-3 rounded-md border border-line bg-surface p-3">
          <summary className="min-h-6 text-sm font-medium">View timeline</summary>
          <div className="mt-3 max-h-72 overflow-y-auto">
            <ClockTimeline accountIds={accountIds} from={jump.from} to={jump.to} />
          </div>
        </details>
      )}
    </section>
  );
}
