-- The statement that keeps words for search was planned again for each row, because its best plan seems to depend on how
-- many texts an object has. Planning took more than half of its time. Decision 118.

alter function follow_search_terms() set plan_cache_mode = force_generic_plan;
