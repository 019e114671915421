import type { Tx } from "../database/tx.ts";
import type { SearchMatch } from "./search-row.ts";

/** The index is read this many times further than the limit, because one object can match with several texts. */
const TERMS_PER_MATCH = 6;

/**
 * Up to `limit` objects of each type of which a word of a name, alias, email address or another text begins with the
 * query. Reads one short range of an index for each type.
 */
export function findByTerm(tx: Tx, query: string, limit: number): Promise<SearchMatch[]> {
  return tx.sql<SearchMatch>(
    `select type, id, reason, is_exact from (
       select t.type, found.object_id as id, min(found.source) as reason, bool_or(found.term = search_text($2)) as is_exact,
         min(found.term) as term,
         row_number() over (partition by t.type order by bool_or(found.term = search_text($2)) desc, min(found.term), found.object_id)
           as place
       from unnest(array['account', 'subscription', 'product', 'plan', 'metric', 'feature', 'price_bundle']) as t (type)
       cross join lateral (
         select s.object_id, s.source, s.term from search_term s
         where s.organization_id = $1 and s.object_type = t.type
           and s.term >= search_text($2) and s.term < search_text($2) || chr(1114111)
         order by s.term, s.object_id limit $3 * ${TERMS_PER_MATCH}
       ) as found
       group by t.type, found.object_id
     ) as ranked
     where place <= $3 order by is_exact desc, term, id`,
    [tx.organizationId, query, limit],
    "search-terms",
  );
}
