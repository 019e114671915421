import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";

/** Days of a subscription without service (R-SUB-6). */
export type PauseRow = Row<"subscriptionPause">;

/** The pauses of these subscriptions, ordered by start. */
export async function findPauses(tx: Tx, subscriptionIds: readonly string[]): Promise<PauseRow[]> {
  return tx.sql<PauseRow>(
    `select * from subscription_pause where organization_id = $1 and subscription_id = any($2)
     order by subscription_id, starts_on`,
    [tx.organizationId, subscriptionIds],
    "find-pauses",
  );
}

export async function insertPause(tx: Tx, pause: PauseRow): Promise<void> {
  await tx.all(build.insertInto("subscriptionPause").values({ ...pause, organizationId: tx.organizationId }));
}

export async function updatePause(tx: Tx, pause: PauseRow): Promise<void> {
  await tx.all(
    build
      .updateTable("subscriptionPause")
      .set(pause)
      .where("organizationId", "=", tx.organizationId)
      .where("id", "=", pause.id),
  );
}

export async function deletePause(tx: Tx, id: string): Promise<void> {
  await tx.sql("delete from subscription_pause where organization_id = $1 and id = $2", [tx.organizationId, id]);
}
