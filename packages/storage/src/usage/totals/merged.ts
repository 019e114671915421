import { numberBounds } from "@counterfoil/engine";

/** More events than a total is ever of have 10¹⁵. */
const COUNT_DIGITS = 15;

/** Of a `latest`, the event that is: its time, sequence and value. No ordered aggregate, which would sort each group. */
const LATEST =
  "(max(array[extract(epoch from t.last_at), t.latest_sequence, t.value]) filter (where t.method = 'l' and t.last_at is not null))";

/** Aggregates over totals `t` of one method: how their values become one, as `usage_total.method` names it. */
export const MERGED_VALUE = `case t.method when 's' then sum(t.value) when 'i' then min(t.value) when 'a' then max(t.value)
         when 'l' then ${LATEST}[3] end`;

/** And the sequence of the event that a `latest` is of. */
export const MERGED_SEQUENCE = `${LATEST}[2]::bigint`;

/** Adds to what a row of `usage_total as t` holds already. */
export const ADDED_TO_TOTAL = `on conflict (series_id, span, bucket, lane) do update set
       is_stale = t.is_stale or excluded.is_stale,
       last_sequence = greatest(t.last_sequence, excluded.last_sequence),
       event_count = t.event_count + excluded.event_count,
       skipped = t.skipped + excluded.skipped,
       first_at = least(t.first_at, excluded.first_at),
       last_at = greatest(t.last_at, excluded.last_at),
       latest_sequence = case when t.last_at is null or (excluded.last_at, excluded.latest_sequence) > (t.last_at, t.latest_sequence)
         then excluded.latest_sequence else t.latest_sequence end,
       value = case
         when t.method = 's' then t.value + excluded.value
         when t.method = 'i' then least(t.value, excluded.value)
         when t.method = 'a' then greatest(t.value, excluded.value)
         when t.last_at is null or (excluded.last_at, excluded.latest_sequence) > (t.last_at, t.latest_sequence)
           then excluded.value
         else t.value
       end`;

/**
 * Whether a total `t` holds a value that no event may have any more, and that no sum of a million million others comes to: an earlier
 * release counted it. Such a total is measured from its events, where the value is left out (`numberBounds` of the engine).
 */
export const OUT_OF_RANGE = `coalesce(abs(t.value) >= 1e${numberBounds.wholeDigits + COUNT_DIGITS}::numeric
         or scale(t.value) > ${numberBounds.fractionDigits}, false)`;
