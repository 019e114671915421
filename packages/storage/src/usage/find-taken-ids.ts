import type { Tx } from "../database/tx.ts";
import { findDroppedIds } from "../dropped-months/dropped-ids.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";

/** Which of these unique IDs events already have, also those of dropped months. */
export async function findTakenIds(tx: Tx, uniqueIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (uniqueIds.length === 0) return new Set();
  const [stored, dropped] = await Promise.all([
    tx.sql<{ uniqueId: string }>(
      `select unique_id from usage_event_key where organization_number = ${ORGANIZATION_NUMBER} and unique_id = any($2)`,
      [tx.organizationId, uniqueIds],
      "find-taken-ids",
    ),
    findDroppedIds(tx, uniqueIds),
  ]);
  return new Set([...stored, ...dropped].map(({ uniqueId }) => uniqueId));
}
