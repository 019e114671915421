import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { type RefundRow, withoutEarlierNames } from "./payment-row.ts";

/** The refunds of these payments, oldest first. */
export async function findRefunds(tx: Tx, paymentIds: readonly string[]): Promise<RefundRow[]> {
  return tx.sql<RefundRow>(
    "select * from refund where organization_id = $1 and payment_id = any($2) order by created_at, id",
    [tx.organizationId, paymentIds],
  );
}

export async function findRefund(
  tx: Tx,
  id: string,
  lock: "for no key update" | "" = "",
): Promise<RefundRow | undefined> {
  const [row] = await tx.sql<RefundRow>(`select * from refund where organization_id = $1 and id = $2 ${lock}`, [
    tx.organizationId,
    id,
  ]);
  return row;
}

export async function insertRefund(tx: Tx, refund: RefundRow): Promise<void> {
  await tx.all(build.insertInto("refund").values({ ...refund, organizationId: tx.organizationId }));
}

export async function updateRefund(tx: Tx, refund: RefundRow): Promise<void> {
  await tx.all(
    build
      .updateTable("refund")
      .set(withoutEarlierNames(refund))
      .where("organizationId", "=", tx.organizationId)
      .where("id", "=", refund.id),
  );
}
