import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import type { Called, RefundRow } from "./payment-row.ts";

/** The refunds of these payments, the oldest first. */
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
    build.updateTable("refund").set(refund).where("organizationId", "=", tx.organizationId).where("id", "=", refund.id),
  );
}

/** Takes up refunds about which the provider is to be called, as `claimPaymentsToCall` does payments. */
export async function claimRefundsToCall(
  tx: Tx,
  claim: { now: string; until: string; limit: number },
): Promise<Called<RefundRow>[]> {
  return tx.sql<Called<RefundRow>>(
    `update refund r set call_at = $3, called_at = coalesce(r.called_at, $2)
     from (
       select id, called_at as called_before from refund
       where organization_id = $1 and call_at <= $2 order by call_at, id limit $4 for no key update skip locked
     ) as claimed
     where r.organization_id = $1 and r.id = claimed.id
     returning r.*, claimed.called_before`,
    [tx.organizationId, claim.now, claim.until, claim.limit],
  );
}
