-- R-USER-1: of several letters by which a password can be set, the newest alone is good. What a verification is for is hashed, so it is said.
alter table identity.verification add column resets_password boolean not null default false;
create index verification_reset on identity.verification (value) where resets_password;
