-- How documents look, the pictures on them, and what was drawn.

-- What an organization decides of its documents beside its colour and logo. Frozen into each invoice with the seller.
alter table organization add column document_template jsonb not null default
  '{"layout": "modern", "paper": null, "showUsageDetail": true, "footer": null, "customFields": []}';

-- Every logo that an organization ever had, by the hash of its bytes: what is issued names the one it was issued with, instead
-- of carrying it, and none is ever removed.
create table logo (
  organization_id text collate "C" not null references organization (id),
  sha256 text not null,
  media_type text not null,
  bytes bytea not null check (length(bytes) <= 200000),
  created_at timestamptz not null,
  primary key (organization_id, sha256)
);
revoke update, delete on logo from counterfoil_app;
alter table logo enable row level security;
create policy organization_isolation on logo
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- The seller as a quote prints it, frozen when it is sent. What is signed is the content, which says nothing of looks.
alter table quote_link add column seller jsonb;

-- Of the PDF that was drawn last of a contract; null until one was.
alter table subscription add column pdf_sha256 text;
