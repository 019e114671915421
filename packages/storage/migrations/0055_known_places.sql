-- R-USER-1: from where people have signed in. Guesses from elsewhere do not keep somebody out of a network that is known, and a sign-in
-- from somewhere new is told by mail.
create table identity.known_place (
  person_id text collate "C" not null references identity.person (id) on delete cascade,
  -- Both are SHA-256 with the person's id: of the network (an IPv4 address or a /64), and of the browser's name without its version.
  network bytea not null,
  device bytea not null,
  last_seen_at timestamptz not null,
  primary key (person_id, network, device)
);
grant select, insert, update, delete on identity.known_place to counterfoil_people;
