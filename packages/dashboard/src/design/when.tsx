import { useOrganization } from "../app/session.ts";
import { formatDate, formatDay, formatInstant, formatRelative } from "../format/dates.ts";

/** A calendar date. */
export function DateOf({ date }: { readonly date: string | null }) {
  return date === null ? (
    <Nothing />
  ) : (
    <time dateTime={date} className="figures whitespace-nowrap">
      {formatDate(date)}
    </time>
  );
}

/** The day of an instant in the organization's time zone; its tip tells the second. */
export function Day({ instant }: { readonly instant: string | null }) {
  const { timezone } = useOrganization();
  if (instant === null) return <Nothing />;
  return (
    <time dateTime={instant} title={formatInstant(instant, timezone)} className="figures whitespace-nowrap">
      {formatDay(instant, timezone)}
    </time>
  );
}

export function Instant({ instant }: { readonly instant: string | null }) {
  const { timezone } = useOrganization();
  if (instant === null) return <Nothing />;
  return (
    <time dateTime={instant} title={instant} className="figures sm:whitespace-nowrap">
      {formatInstant(instant, timezone)}
    </time>
  );
}

/** How long ago, or how soon; its tip tells the second. */
export function Ago({ instant }: { readonly instant: string | null }) {
  const { timezone } = useOrganization();
  if (instant === null) return <Nothing />;
  return (
    <time dateTime={instant} title={formatInstant(instant, timezone)} className="figures whitespace-nowrap">
      {formatRelative(instant)}
    </time>
  );
}

/** Where there is no value. */
export function Nothing() {
  return <span className="text-muted">–</span>;
}
