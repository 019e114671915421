import type { Credit, SpendLimit } from "@counterfoil/sdk";
import type { ReactNode } from "react";
import { Badge } from "../../design/badge.tsx";
import { formatMoney, toLength } from "../../format/amount.ts";

interface LimitRowProps {
  readonly limit: Pick<SpendLimit, "amount" | "currency" | "enforcement" | "active" | "appliesTo">;
  /** What was spent and held. Undefined if the limit is off, or not known yet. */
  readonly use: Credit["spendLimits"][number] | undefined;
  /** What the limit counts. */
  readonly name: string;
  readonly action: ReactNode;
}

/** A spend limit with its use. */
export function LimitRow({ limit, use, name, action }: LimitRowProps) {
  const { amount, currency, enforcement, active, appliesTo } = limit;
  const money = (value: string) => formatMoney(value, currency);
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          <Badge tone={active ? (enforcement === "hard" ? "accent" : "neutral") : "warn"}>
            {active ? (enforcement === "hard" ? "Hard" : "Soft") : "Off"}
          </Badge>
          {appliesTo === "family" && <Badge tone="note">Family</Badge>}
        </span>
        {action}
      </div>
      {use !== undefined && <UseBar use={use} />}
      <p className="figures text-muted">
        {use === undefined
          ? money(amount)
          : `${money(use.spent)} spent, ${money(use.held)} held, ${money(use.remaining)} left of ${money(amount)}`}
      </p>
    </div>
  );
}

/** How much of the limit is spent and held. The line below has the figures. */
function UseBar({ use: { amount, spent, held } }: { readonly use: Credit["spendLimits"][number] }) {
  const whole = toLength(amount);
  const ofSpent = Math.min(1, toLength(spent) / whole);
  const ofHeld = Math.min(1 - ofSpent, toLength(held) / whole);
  return (
    <span aria-hidden className="flex h-2 overflow-hidden rounded-full bg-sunken">
      <span className={ofSpent >= 1 ? "bg-bad" : "bg-chart-1"} style={{ width: `${ofSpent * 100}%` }} />
      <span className="bg-chart-3" style={{ width: `${ofHeld * 100}%` }} />
    </span>
  );
}
