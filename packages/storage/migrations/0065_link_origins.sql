-- R-MAIL-1, R-PDF-1: documents and mails carry links to the invoice's page. Which of an invoice's links that is, so that it can be
-- revoked. What the previous version makes, it makes for the interface and for portals.

alter table invoice_link add column origin text not null default 'request' check (origin in ('request', 'document', 'mail'));
