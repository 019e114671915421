import { currencyCodes, minorUnits } from "@counterfoil/engine";

/**
 * How much of a revenue posting counts by the end of a day. The journal books the revenue of a month on the line's last
 * day in it. The figures count it day by day: amount × days so far ÷ days of the line in the month, rounded once to the
 * minor unit, so that the last day takes the rest. A credit note or a void counts from its own day on. `posting` needs
 * the members of `SPREAD`.
 */
export function countedBy(posting: string, day: string): string {
  const [last, first] = [`${posting}.day`, `${posting}.first_day`];
  return `case when ${last} <= ${day} then ${posting}.amount
    when ${first} > ${day} or ${posting}.effective_on > ${day} then 0
    else round(${posting}.amount * (${day} - ${first} + 1) / (${last} - ${first} + 1), ${posting}.digits) end`;
}

/**
 * The revenue postings with their first day in the month, and since when they count: `p` of the organization `$1` and
 * `where`. The parameter `digits` is `DIGITS`.
 */
export function spread(where: string, digits: `$${number}`): string {
  return `
    select p.day, p.kind, p.account_id, p.currency, p.line_id, p.amount,
      least(p.day, greatest(date_trunc('month', p.day)::date, l.period_start)) as first_day,
      case when p.kind = 'revenue_recognized' then null else (p.recorded_at at time zone i.timezone)::date end as effective_on,
      coalesce((${digits}::jsonb ->> p.currency)::integer, 2) as digits
    from journal_posting p
    join invoice_line l on l.organization_id = $1 and l.id = p.line_id
    join invoice i on i.organization_id = $1 and i.id = p.invoice_id
    where p.organization_id = $1 and p.code = 'revenue' and ${where}`;
}

/** The decimals of the currencies that do not have two, as JSON. */
export const DIGITS = JSON.stringify(
  Object.fromEntries(currencyCodes().flatMap((code) => (minorUnits(code) === 2 ? [] : [[code, minorUnits(code)]]))),
);

/** The first whole month of the range, and the month after the range's last day. */
const WHOLE_FROM = "(date_trunc('month', $2::date - 1) + interval '1 month')::date";
const MONTH_END = "(date_trunc('month', $3::date - 1) + interval '1 month')::date";

/**
 * The revenue postings with the part that counts on the days from `$2` until before `$3`. `$4` is `DIGITS`. Whole months
 * need no lines: only the postings of a month that is partly in the range are split.
 */
export const REVENUE_OF_DAYS = `
  select day, kind, account_id, currency, line_id, amount from journal_posting
  where organization_id = $1 and code = 'revenue' and day >= ${WHOLE_FROM} and day < $3::date
  union all
  select s.day, s.kind, s.account_id, s.currency, s.line_id,
    ${countedBy("s", "($3::date - 1)")} - ${countedBy("s", "($2::date - 1)")}
  from (${spread(`p.day >= $2::date and p.day < ${MONTH_END} and (p.day < ${WHOLE_FROM} or p.day >= $3::date)`, "$4")}) as s`;
