import type { Tx } from "../database/tx.ts";

/** Blocks looked at to find the end of a window. */
const BLOCKS = 1_000;

/** Sequences: later than `after`, up to `through`. */
export interface SequenceWindow {
  readonly after: string;
  readonly through: string;
}

/**
 * The part of a range, from its beginning or for `desc` from its end, that has at least so many copied rows and not many
 * more. It is cut along the blocks that were copied, so that ClickHouse reads only them.
 */
export async function historyWindow(
  tx: Tx,
  { after, through }: SequenceWindow,
  order: "asc" | "desc",
  events: number,
): Promise<SequenceWindow> {
  const [row] = await tx.sql<{ afterSequence: string; throughSequence: string }>(
    `select after_sequence, through_sequence from (
       select after_sequence, through_sequence, sum(row_count) over (order by through_sequence ${order}) as rows,
         row_number() over (order by through_sequence ${order}) as place
       from usage_history_block where organization_id = $1 and through_sequence > $2 and after_sequence < $3
       order by through_sequence ${order} limit ${BLOCKS}
     ) as block where rows >= $4 or place = ${BLOCKS} order by place limit 1`,
    [tx.organizationId, after, through, events],
  );
  if (row === undefined) return { after, through };
  const isLater = (a: string, b: string) => BigInt(a) > BigInt(b);
  return order === "asc"
    ? { after, through: isLater(through, row.throughSequence) ? row.throughSequence : through }
    : { after: isLater(row.afterSequence, after) ? row.afterSequence : after, through };
}
