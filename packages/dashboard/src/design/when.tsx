import { useOrganization } from "../server/session.ts";
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

/**
 * The day of an instant, with the exact time in its tooltip. In the time zone of its object, such as an invoice, or
 * else the organization's.
 */
export function Day({ instant, timezone }: { readonly instant: string | null; readonly timezone?: string }) {
  const organization = useOrganization();
  if (instant === null) return <Nothing />;
  const zone = timezone ?? organization.timezone;
  return (
    <time dateTime={instant} title={`${formatInstant(instant, zone)}, ${zone}`} className="figures whitespace-nowrap">
      {formatDay(instant, zone)}
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

/**
 * How long ago or how soon an instant is, with the exact time in its tooltip. `now` is the current time of the account
 * if it has a test clock.
 */
export function Ago({ instant, now }: { readonly instant: string | null; readonly now?: number }) {
  const { timezone } = useOrganization();
  if (instant === null) return <Nothing />;
  return (
    <time dateTime={instant} title={formatInstant(instant, timezone)} className="figures whitespace-nowrap">
      {formatRelative(instant, now)}
    </time>
  );
}

/** Shown if there is no value. */
export function Nothing() {
  return <span className="text-muted">–</span>;
}
