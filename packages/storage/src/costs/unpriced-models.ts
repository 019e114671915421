import type { UnpricedCall } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import type { Row } from "../row.ts";

/** A model that had no price when its first event was stored (R-AI-1). */
export type UnpricedModelRow = Row<"unpricedModel">;

/** A new event without a price. */
export interface FoundUnpriced extends Pick<UnpricedCall, "provider" | "model" | "missing"> {
  readonly uniqueId: string;
  readonly timestamp: string;
  readonly receivedAt: string;
}

/** Sends the models that are new. In sorted order, so that two batches with the same models never deadlock. */
export function insertUnpricedModels(tx: Tx, found: readonly FoundUnpriced[]): void {
  if (found.length === 0) return;
  const firsts = new Map(
    found.toReversed().map(({ provider, model, missing, uniqueId, timestamp, receivedAt }) => {
      const row = { provider, model, missing, uniqueId, firstEventAt: timestamp, receivedAt };
      return [JSON.stringify([provider, model, missing]), row];
    }),
  );
  const { source, values, columns } = unnested([...firsts.values()], {
    provider: "text",
    model: "text",
    missing: "text",
    uniqueId: "text",
    firstEventAt: "timestamptz",
    receivedAt: "timestamptz",
  });
  tx.send(
    `insert into unpriced_model (organization_id, ${columns})
     select $1, ${columns} from ${source} order by provider collate "C", model collate "C", missing collate "C"
     on conflict do nothing`,
    [tx.organizationId, ...values],
    "insert-unpriced-models",
  );
}

/** At most this many models are listed. */
const MOST_LISTED = 1_000;

/** The models without a price, the newest first. */
export function findUnpricedModels(tx: Tx): Promise<UnpricedModelRow[]> {
  return tx.sql<UnpricedModelRow>(
    `select provider, model, missing, unique_id, first_event_at, received_at from unpriced_model
     where organization_id = $1 order by received_at desc, provider, model, missing limit ${MOST_LISTED}`,
    [tx.organizationId],
  );
}

/** Removes the models that were found before an instant, except these, whose events still have no cost. */
export async function removeUnpricedModels(
  tx: Tx,
  before: string,
  except: readonly Pick<UnpricedModelRow, "provider" | "model" | "missing">[],
): Promise<void> {
  await tx.sql(
    `delete from unpriced_model m where m.organization_id = $1 and m.received_at <= $2 and not exists (
       select from jsonb_to_recordset($3) as kept (provider text, model text, missing text)
       where kept.provider = m.provider and kept.model = m.model and kept.missing = m.missing)`,
    [
      tx.organizationId,
      before,
      JSON.stringify(except.map(({ provider, model, missing }) => ({ provider, model, missing }))),
    ],
  );
}
