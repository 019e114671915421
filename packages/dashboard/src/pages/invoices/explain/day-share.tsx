import type { InvoiceLineProration, ServicePeriod } from "@counterfoil/sdk";
import { classes } from "../../../design/classes.ts";
import { formatServicePeriod } from "../../../format/dates.ts";
import { ExplainPart } from "./explain-part.tsx";

interface DayShareProps {
  readonly proration: InvoiceLineProration;
  readonly servicePeriod: ServicePeriod;
}

const MOST_CELLS = 92;

/** The charged days, compared with all days of the period. */
export function DayShare({ proration: { days, of }, servicePeriod }: DayShareProps) {
  return (
    <ExplainPart title="Days charged" note={`${days} of ${of} days in the full period`}>
      {of <= MOST_CELLS ? (
        <div className="flex h-6 gap-px" aria-hidden>
          {Array.from({ length: of }, (_, day) => (
            <div key={day} className={classes("min-w-0 flex-1 rounded-xs", day < days ? "bg-chart-1" : "bg-sunken")} />
          ))}
        </div>
      ) : (
        <div className="h-6 overflow-hidden rounded-sm bg-sunken" aria-hidden>
          <div className="h-full bg-chart-1" style={{ width: `${(days / of) * 100}%` }} />
        </div>
      )}
      <p className="mt-1 text-xs text-muted">{formatServicePeriod(servicePeriod)}</p>
    </ExplainPart>
  );
}
