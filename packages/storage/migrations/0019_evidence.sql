-- What documents prove.

-- Whether what was used on each day is listed on pages of their own. Organizations that chose a look keep it.
alter table organization alter column document_template set default
  '{"layout": "modern", "paper": null, "showUsageDetail": true, "showUsageByDay": true, "footer": null, "customFields": []}';
update organization set document_template = document_template || '{"showUsageByDay": false}'
  where not document_template ? 'showUsageByDay';

-- What the PDF of an issued invoice lists by day, as its first PDF listed it: events may be dropped after some months, and the
-- PDF keeps its bytes.
create table invoice_usage_days (
  organization_id text collate "C" not null,
  invoice_id text collate "C" not null,
  -- Some hundred rows at most. In the order in which they are printed.
  tables json not null,
  primary key (organization_id, invoice_id),
  foreign key (organization_id, invoice_id) references invoice (organization_id, id)
);
revoke update, delete on invoice_usage_days from counterfoil_app;
alter table invoice_usage_days enable row level security;
create policy organization_isolation on invoice_usage_days
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));
