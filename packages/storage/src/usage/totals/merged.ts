import { numberBounds } from "@counterfoil/engine";

/** No total has as many as 10¹⁵ events. */
const COUNT_DIGITS = 15;

/**
 * For the method `latest`: the time, sequence and value of the latest event. Not an ordered aggregate, because that
 * would sort each group.
 */
const LATEST =
  "(max(array[extract(epoch from t.last_at), t.latest_sequence, t.value]) filter (where t.method = 'l' and t.last_at is not null))";

/** Combines the values of totals `t` of one method, as named in `usage_total.method`. */
export const MERGED_VALUE = `case t.method when 's' then sum(t.value) when 'i' then min(t.value) when 'a' then max(t.value)
         when 'l' then ${LATEST}[3] end`;

/** The sequence of the latest event, for the method `latest`. */
export const MERGED_SEQUENCE = `${LATEST}[2]::bigint`;

/** Adds to an existing row of `usage_total as t`. */
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
 * Whether a total `t` contains a value that no event may have today and that no sum of 10¹⁵ valid values reaches. An
 * earlier release counted such values. Such a total is measured from its events, where the value is skipped
 * (`numberBounds` of the engine).
 */
export const OUT_OF_RANGE = `coalesce(abs(t.value) >= 1e${numberBounds.wholeDigits + COUNT_DIGITS}::numeric
         or scale(t.value) > ${numberBounds.fractionDigits}, false)`;
