-- R-MAIL-1, R-PDF-1: documents and mails carry links to the invoice's page. Which of an invoice's links that is, so that it can be
-- revoked. What the previous version makes, it makes for the interface and for portals. The token of a document's link is kept, as it is
-- in the stored document: a document that is lost can then be drawn again with the same bytes.

alter table invoice_link
  add column origin text not null default 'request' check (origin in ('request', 'document', 'mail')),
  add column document_token text;
