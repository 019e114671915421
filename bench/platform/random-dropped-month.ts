import { randomFillSync } from "node:crypto";
import type pg from "pg";
import { ENTRIES_OF_A_BLOCK, toIdBlocks } from "../../packages/storage/src/dropped-months/id-blocks.ts";
import { addToFilter, createIdFilter, filterParts } from "../../packages/storage/src/dropped-months/id-filter.ts";

/** Bytes of an entry: 12 of the hash of the ID and 8 of that of its content. Entries are sorted by the first 8. */
const ENTRY_BYTES = 20;
const KEY_BYTES = 8;
const BLOCKS_AT_ONCE = 250;
const PART_BYTES = 1024 * 1024;

/**
 * Stores the IDs of a dropped month as a drop leaves them, but of no events: entries and filter are random hashes. They are
 * as many and as evenly spread as those of real IDs, and take seconds in place of minutes.
 *
 * @param month its first date
 */
export async function storeRandomMonth(owner: pg.Client, organizationId: string, month: string, ids: number) {
  const { rows } = await owner.query<{ organizationNumber: number }>(
    `insert into usage_dropped_month (organization_number, month, first_sequence, last_sequence, verified_through, copy,
       dropped_at, ids_stored_at, keys_released_at)
     select number, $2, 1, $3, $3, 1, now(), clock_timestamp(), now() from organization where id = $1
     returning organization_number as "organizationNumber"`,
    [organizationId, month, ids],
  );
  const organizationNumber = rows[0]?.organizationNumber;
  for (const keys of sortedKeys(ids)) {
    const entries = keys.map((key) => {
      const entry = randomFillSync(Buffer.alloc(ENTRY_BYTES));
      entry.writeBigUInt64BE(key);
      return entry;
    });
    const blocks = toIdBlocks(entries);
    await owner.query(
      `insert into usage_dropped_ids (organization_number, month, first_hash, ids)
       select $1, $2, b.first_hash, b.ids from unnest($3::bytea[], $4::bytea[]) as b (first_hash, ids)`,
      [organizationNumber, month, blocks.map(({ firstHash }) => firstHash), blocks.map((block) => block.ids)],
    );
  }
  const filter = createIdFilter(ids);
  addToFilter(filter, randomFillSync(new Uint32Array(ids * 2)));
  for (const [part, bits] of filterParts(filter, PART_BYTES).entries()) {
    await owner.query(
      "insert into usage_dropped_filter (organization_number, month, part, bits) values ($1, $2, $3, $4)",
      [organizationNumber, month, part, bits],
    );
  }
}

/** Random keys in ascending order, those of some blocks at once. */
function* sortedKeys(count: number): Generator<bigint[]> {
  const keys = new BigUint64Array(randomFillSync(new Uint8Array(count * KEY_BYTES)).buffer).sort();
  for (let from = 0; from < count; from += ENTRIES_OF_A_BLOCK * BLOCKS_AT_ONCE) {
    yield [...keys.subarray(from, from + ENTRIES_OF_A_BLOCK * BLOCKS_AT_ONCE)];
  }
}
