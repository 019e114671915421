-- What is archived is not sold anew; what is sold of it stays sold (R-CAT-1).
alter table plan add column archived_at timestamptz;
alter table bundle add column archived_at timestamptz;
alter table price add column archived_at timestamptz;
alter table metric add column archived_at timestamptz;
