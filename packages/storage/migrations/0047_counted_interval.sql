-- R-SUB-8: the interval that a line is for. A spend limit of a shorter one counts in each of its periods the part of the line that
-- serves it. Lines that were written before, or by the release before, have none: where one is looked for, their price tells it.
alter table invoice_line add column counted_interval text;
