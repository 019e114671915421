-- Invariant 8, as in 0006, with one part more: what credit notes limit of a percentage is taken back by a line of its own (R-SUB-8),
-- next to the line with which the same percentage discounts what its invoice charges for the same days.
-- safe: the new index lets in all that the old one did. Writers of invoice lines wait while it is built, some seconds for a million lines.
create unique index invoice_line_once on invoice_line
  (organization_id, subscription_id, coalesce(price_id, ''), kind, coalesce(version_id, ''),
   coalesce(adjustment_id, ''), coalesce(usage_group::text, ''),
   (case when kind = 'correction' or adjustment_id is not null then invoice_id end),
   (case when adjustment_id is not null then counted_on end),
   (adjustment_id is not null and (explanation #> '{basis,most}') is not null), period_start, period_end)
  nulls not distinct where subscription_id is not null and not is_void;
drop index invoice_line_identity;
