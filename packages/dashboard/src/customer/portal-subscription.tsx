import type { PortalSubscription as Shown } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "../design/badge.tsx";
import { Button } from "../design/button.tsx";
import { FailureLine } from "../design/states.tsx";
import { toLength } from "../format/amount.ts";
import { portals } from "./connection.ts";
import { contractName } from "./contract-name.ts";
import { Part } from "./frame.tsx";
import { useReading } from "./reading.ts";

interface PortalSubscriptionProps {
  readonly token: string;
  readonly subscription: Shown;
  readonly onChanged: () => void;
}

/** One subscription: its end, its usage, its next invoice, and a button to cancel it if the link allows that. */
export function PortalSubscription({ token, subscription, onChanged }: PortalSubscriptionProps) {
  const reading = useReading();
  const { words, say, money, date, period, quantity } = reading;
  const { name, plan, status, currentPeriod, endsAt, startsAt, usage, upcomingInvoice, canCancel } = subscription;
  const states: Readonly<Record<string, string>> = {
    active: words.active,
    paused: words.paused,
    pending: words.pending,
    canceled: words.canceled,
  };
  return (
    <Part>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold break-words">{plan ?? contractName(name, words)}</h2>
        <Badge tone={status === "active" ? "good" : "neutral"}>{states[status] ?? status}</Badge>
      </div>
      <p className="text-sm text-muted">
        {currentPeriod === null
          ? say("startsOn", { date: date(startsAt) })
          : `${words.currentPeriod}: ${period(currentPeriod.start, currentPeriod.end)}`}
        {endsAt !== null && ` · ${say("endsOn", { date: date(endsAt) })}`}
      </p>
      {usage.length > 0 && (
        <div className="mt-5">
          <h3 className="mb-2 text-sm font-semibold">{words.usageSoFar}</h3>
          <ul className="flex flex-col gap-3">
            {usage.map(({ metric, unitLabel, quantity: used, included, periodStart }) => (
              <li key={`${metric} ${periodStart}`} className="text-sm">
                <div className="flex justify-between gap-4">
                  <span className="min-w-0 break-words">{metric}</span>
                  <span className="figures whitespace-nowrap">
                    {included === null
                      ? quantity(used)
                      : say("of", { used: quantity(used), included: quantity(included) })}{" "}
                    {unitLabel}
                  </span>
                </div>
                {included !== null && <Bar used={used} included={included} label={metric} />}
              </li>
            ))}
          </ul>
        </div>
      )}
      {upcomingInvoice !== null && (
        <div className="mt-5 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-4">
          <div>
            <h3 className="text-sm font-semibold">{words.upcoming}</h3>
            <p className="text-xs text-muted">{words.upcomingText}</p>
          </div>
          <div className="figures text-lg font-semibold">{money(upcomingInvoice.total, upcomingInvoice.currency)}</div>
        </div>
      )}
      {canCancel && <Cancel token={token} subscription={subscription} onChanged={onChanged} />}
    </Part>
  );
}

function Bar({ used, included, label }: { readonly used: string; readonly included: string; readonly label: string }) {
  const share = Math.min(1, toLength(used) / Math.max(toLength(included), Number.MIN_VALUE));
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken"
    >
      <div className={share >= 1 ? "h-full bg-warn" : "h-full bg-chart-1"} style={{ width: `${share * 100}%` }} />
    </div>
  );
}

function Cancel({ token, subscription, onChanged }: PortalSubscriptionProps) {
  const { words, say, date } = useReading();
  const [isAsking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: async () => await portals.cancelSubscription(token, subscription.id),
    onSuccess: onChanged,
  });
  const end = subscription.currentPeriod?.end ?? subscription.startsAt;
  if (!isAsking) {
    return (
      <Button kind="quiet" className="-ms-3 mt-4 text-muted" onClick={() => setAsking(true)}>
        {words.cancel}
      </Button>
    );
  }
  return (
    <div className="mt-4 rounded-md bg-sunken p-4">
      <p className="mb-3 text-sm">{words.cancelText}</p>
      <FailureLine error={cancel.error} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setAsking(false)}>{words.keep}</Button>
        <Button kind="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {say("cancelConfirm", { date: date(end) })}
        </Button>
      </div>
    </div>
  );
}
