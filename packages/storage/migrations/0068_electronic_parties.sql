-- R-PDF-1: what networks and authorities ask of both sides beyond EN 16931. What an invoice was issued with is in its snapshots.

alter table organization
  -- {"scheme": "9930", "value": "DE123456789"}
  add column electronic_address jsonb,
  -- ISO 6523: the register of registration_number.
  add column registration_scheme text,
  -- {"name": …, "phone": …, "email": …}
  add column invoice_contact jsonb,
  -- [{"subjectCode": "PMD", "text": …}]
  add column invoice_notes jsonb not null default '[]',
  add column e_invoice_profile text not null default 'en16931'
    check (e_invoice_profile in ('en16931', 'peppol', 'xrechnung'));

alter table account
  add column electronic_address jsonb,
  add column buyer_reference text,
  add column registration_number text,
  add column registration_scheme text,
  -- The organization's where it is null.
  add column e_invoice_profile text check (e_invoice_profile in ('en16931', 'peppol', 'xrechnung'));
