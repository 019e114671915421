-- R-MET-1: numbers have bounds (at most 30 digits before the point and 40 after it). Totals in which an earlier release counted a
-- number beyond them are made anew from their events, where such a value is left out. Nobody has to wait for it: the readers of this
-- release measure such a total from its events, those of the release before read it as they did.
update usage_total set is_stale = true
  where not is_stale and value is not null and (scale(value) > 40 or abs(value) >= 1e45::numeric);
