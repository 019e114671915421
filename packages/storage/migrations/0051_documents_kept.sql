-- R-PDF-1: the bytes of a document, kept when it is first drawn and handed out from then on.

-- One row for each document that was handed out: an invoice as it was issued and marked void, a credit note, a receipt for each amount
-- that was refunded by then, a quote as it was sent and signed. Drafts are never kept. Tagged PDFs are mostly plain text, which
-- PostgreSQL compresses to some 40 %, so the bytes are stored as any long column is.
create table stored_document (
  organization_id text collate "C" not null references organization (id),
  kind text collate "C" not null check (kind in ('invoice', 'credit_note', 'receipt', 'quote')),
  -- Of the invoice, the note, the payment or the subscription.
  object_id text collate "C" not null,
  -- Which of its documents: what is printed follows from it and from what never changes.
  state text collate "C" not null,
  -- Of the bytes, in hexadecimal.
  sha256 text not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (organization_id, kind, object_id, state)
);
revoke update, delete on stored_document from counterfoil_app;
alter table stored_document enable row level security;
create policy organization_isolation on stored_document
  using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()));

-- The hash of what is kept, beside what it is of: a document that is gone or was replaced with its hash differs from it. `pdf_sha256` is
-- the hash that releases before noted of bytes that they did not keep; this release reads it and no longer writes it.
alter table invoice add column document_sha256 text, add column void_document_sha256 text;
alter table credit_note add column document_sha256 text;
grant update (document_sha256) on credit_note to counterfoil_app;
-- Of the receipt that was drawn last: a refund makes another.
alter table payment add column receipt_sha256 text;

-- R-OPS-5: the documents of quotes name who signed. An erasure removes them; the terms that were signed stay in quote_signature.
create function erase_quote_documents(subscriptions text[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from stored_document
  where organization_id = (select current_organization()) and kind = 'quote' and object_id = any(subscriptions)
$$;
revoke all on function erase_quote_documents(text[]) from public;
grant execute on function erase_quote_documents(text[]) to counterfoil_app;
