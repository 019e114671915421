-- R-UI-1: what a person keeps of a list of the dashboard: filters, order and columns, under a name.
create table saved_view (
  organization_id text collate "C" not null references organization (id),
  id text collate "C" not null,
  list text not null check (list in ('accounts', 'invoices', 'subscriptions', 'payments')),
  name text not null,
  -- The only person who sees it. Null: everyone in the organization.
  person_id text collate "C",
  -- By name: the value, as in the address of the list's page.
  filters jsonb not null,
  -- createdAt:desc. Null: the order of the page.
  sort text,
  -- Keys of columns in their order. Null: those of the page.
  columns text[],
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index saved_view_created on saved_view (organization_id, created_at, id);
alter table saved_view enable row level security;
create policy organization_isolation on saved_view
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));
