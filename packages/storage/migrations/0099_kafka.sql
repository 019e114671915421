-- R-STREAM-1: events that are consumed from Kafka. Decision 96.

-- The next record to read. Written in the transaction of the events, so that each record takes effect once.
create table kafka_offset (
  organization_id text collate "C" not null references organization (id),
  consumer_group text collate "C" not null,
  -- A topic that is deleted and created again has another ID: its offsets start anew.
  topic_id text collate "C" not null,
  partition integer not null,
  topic text collate "C" not null,
  next_offset bigint not null check (next_offset >= 0),
  updated_at timestamptz not null,
  primary key (organization_id, consumer_group, topic_id, partition)
) with (fillfactor = 50);
comment on table kafka_offset is 'How far each partition of a Kafka topic has been consumed.';
comment on column kafka_offset.topic_id is 'The ID that Kafka gave the topic.';
comment on column kafka_offset.topic is 'The name of the topic, for people.';
comment on column kafka_offset.next_offset is 'The offset of the next record to read.';
alter table kafka_offset enable row level security;
create policy organization_isolation on kafka_offset
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Records that could not be stored as events.
create table dead_letter (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  state text not null check (state in ('open', 'replayed', 'discarded')),
  consumer_group text collate "C" not null,
  topic text collate "C" not null,
  partition integer not null,
  record_offset bigint not null,
  recorded_at timestamptz,
  payload_bytes bigint not null,
  is_complete boolean not null,
  unique_id text collate "C",
  code text not null,
  detail text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  primary key (organization_id, id),
  check ((state = 'open') = (closed_at is null))
);
create index dead_letter_open on dead_letter (organization_id, created_at, id) where state = 'open';
create index dead_letter_closed on dead_letter (closed_at) where closed_at is not null;
comment on table dead_letter is 'Kafka records that could not be stored as events.';
comment on column dead_letter.record_offset is 'The offset of the record in its partition.';
comment on column dead_letter.recorded_at is 'The timestamp of the record. Null if it has none.';
comment on column dead_letter.payload_bytes is 'The length of the value in Kafka.';
comment on column dead_letter.is_complete is 'Whether the record is stored whole, so that it can be replayed.';
comment on column dead_letter.unique_id is 'The ID of the event, if one could be read.';
comment on column dead_letter.code is 'Why it was refused, the last time.';
comment on column dead_letter.closed_at is 'When it was replayed or discarded.';
alter table dead_letter enable row level security;
create policy organization_isolation on dead_letter
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- The content of the record, apart from what lists show. It may be large.
create table dead_letter_record (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  record_key bytea,
  headers text not null,
  payload bytea,
  primary key (organization_id, id),
  foreign key (organization_id, id) references dead_letter (organization_id, id) on delete cascade
);
comment on table dead_letter_record is 'The records of dead letters, as Kafka had them.';
comment on column dead_letter_record.headers is 'The headers: JSON text of a list of name and value pairs.';
comment on column dead_letter_record.payload is 'The value. Null if the record has none.';
alter table dead_letter_record enable row level security;
create policy organization_isolation on dead_letter_record
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- Deletes dead letters of all organizations that were closed before `earliest`. At most `most`. Returns how many.
create function forget_dead_letters(earliest timestamptz, most integer) returns integer
language sql volatile security definer set search_path = public, pg_temp as $$
  with old as (
    select d.organization_id, d.id from dead_letter d where d.closed_at < earliest
    order by d.organization_id, d.id limit most for update skip locked
  ), removed as (
    delete from dead_letter d using old o where d.organization_id = o.organization_id and d.id = o.id returning 1
  )
  select count(*)::integer from removed
$$;
revoke all on function forget_dead_letters(timestamptz, integer) from public;
grant execute on function forget_dead_letters(timestamptz, integer) to counterfoil_app;
