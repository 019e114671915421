import type { TestClock } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { FastForward } from "lucide-react";
import { useState } from "react";
import { useOrganization } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { BareInput } from "../../design/field.tsx";
import { submitted } from "../../design/form.ts";
import { FailureLine } from "../../design/states.tsx";
import { formatDay, formatInstant } from "../../format/dates.ts";
import { nextInvoiceQuery } from "./clock-queries.ts";
import { type Step, stepAhead } from "./step-ahead.ts";
import type { useTimeTravel } from "./use-time-travel.ts";

const STEPS: readonly (readonly [Step, string])[] = [
  ["day", "+1 day"],
  ["week", "+1 week"],
  ["month", "+1 month"],
];

interface TimeTravelProps {
  readonly clock: TestClock;
  readonly accountIds: readonly string[];
  readonly travel: ReturnType<typeof useTimeTravel>;
}

/** Advances a clock: by steps, to the next invoice, or to a day. Shows the progress. */
export function TimeTravel({ clock, accountIds, travel }: TimeTravelProps) {
  const { timezone } = useOrganization();
  const [date, setDate] = useState("");
  const next = useQuery(nextInvoiceQuery(clock, accountIds));
  const { advance, isMoving, error } = travel;
  if (isMoving) return <Progress clock={clock} />;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div role="group" aria-label="Advance clock" className="flex flex-wrap items-center gap-2">
        {STEPS.map(([step, name]) => (
          <Button key={step} onClick={() => advance(stepAhead(clock.frozenTime, step))}>
            {name}
          </Button>
        ))}
        {typeof next.data === "string" && (
          <Button
            icon={<FastForward aria-hidden className="size-4" />}
            title={formatInstant(next.data, timezone)}
            onClick={() => typeof next.data === "string" && advance(next.data)}
          >
            To the next invoice, {formatDay(next.data, timezone)}
          </Button>
        )}
        <form onSubmit={submitted(() => date !== "" && advance(date))} className="flex items-center gap-2">
          <BareInput
            label="To the start of"
            type="date"
            value={date}
            min={clock.frozenTime.slice(0, 10)}
            onChange={({ target }) => setDate(target.value)}
            className="!w-36"
          />
          <Button type="submit" disabled={date === ""}>
            Advance
          </Button>
        </form>
      </div>
      <FailureLine error={error} />
      {clock.status === "failed" && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
          <strong className="font-semibold">The clock stopped with an error.</strong> {clock.failure} Fix the problem,
          then advance the clock again.
        </p>
      )}
    </div>
  );
}

function Progress({ clock }: { readonly clock: TestClock }) {
  const { timezone } = useOrganization();
  const percent = Math.round(clock.progress * 100);
  return (
    <div className="min-w-0 flex-1">
      <div className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-sm" role="status">
        <span>
          Advancing: <span className="figures font-medium">{formatInstant(clock.frozenTime, timezone)}</span>
        </span>
        {clock.targetTime !== null && (
          <span className="figures text-muted">to {formatInstant(clock.targetTime, timezone)}</span>
        )}
      </div>
      <div
        role="progressbar"
        aria-label="Clock progress"
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${Math.max(3, percent)}%` }}
        />
      </div>
    </div>
  );
}
