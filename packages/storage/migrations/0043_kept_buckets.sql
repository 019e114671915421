-- R-EVT-6: a reading up to a cut-off stays what it was. Totals whose only event was voided were deleted when they were added up anew,
-- so a reading up to an earlier cut-off found nothing where something had been used. They are kept now, as totals of nothing; this
-- makes those that are missing, and notes of the others that something ended in them.

-- Each bucket in which an event of a totalled metric ended, once for an account: a reading leaves out the bucket of all groups. Metrics
-- whose filters leave the event out get some too, which costs a reading up to an earlier cut-off a look at the events.
insert into usage_total as t (series_id, span, bucket, lane, method, is_stale, last_sequence, event_count, skipped, organization_number,
  value)
select series_id, span, bucket, 0, method, false, last_sequence, 0, 0, organization_number, case when method = 's' then 0 end
from (
  select min(s.id) as series_id, width.span, floor(extract(epoch from e.timestamp) / width.span)::integer as bucket,
    (case g.aggregation ->> 'method' when 'sum' then 's' when 'average' then 's' when 'min' then 'i' when 'max' then 'a'
       when 'latest' then 'l' else 'c' end)::"char" as method,
    max(e.voided_sequence) as last_sequence, e.organization_number
  from usage_event e
  join usage_stream st on st.id = e.stream_id and st.account_id is not null
  join usage_totalling g on g.organization_id = st.organization_id and g.event_name = st.event_name
  join usage_series s on s.generation = g.generation and s.account_id = st.account_id
  cross join (values (900), (86400)) as width (span)
  where e.voided_sequence is not null
  group by g.generation, g.aggregation ->> 'method', st.account_id, e.organization_number, width.span,
    floor(extract(epoch from e.timestamp) / width.span)
) as ended
on conflict (series_id, span, bucket, lane) do update set last_sequence = greatest(t.last_sequence, excluded.last_sequence);
