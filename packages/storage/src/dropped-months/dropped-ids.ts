import type { MemoryOf } from "../database/memory.ts";
import type { Tx } from "../database/tx.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";
import { contentAt, idHash } from "./id-blocks.ts";
import { filterOf, hashIds, passFilter } from "./id-filter.ts";

/** The filters of an organization's dropped months, as of one version. */
interface KnownMonths {
  readonly version: string;
  /** By month, a date. */
  readonly filters: ReadonlyMap<string, Uint32Array>;
}

/** Of a database without dropped months. */
const NOTHING_DROPPED = "0 ";
const NONE: KnownMonths = { version: NOTHING_DROPPED, filters: new Map() };

/** What a process knows of each organization. Filters of a version never change. */
const KNOWN: MemoryOf<Map<string, KnownMonths>> = { begin: () => new Map() };

/** SQL: the version of the dropped months of the organization `$1`. It changes whenever the IDs of a month were stored. */
export const MONTHS_VERSION = `(
  select count(*) || ' ' || coalesce(max(ids_stored_at)::text, '') from usage_dropped_month
  where organization_number = ${ORGANIZATION_NUMBER} and ids_stored_at is not null)`;

/** An ID that may be one of a dropped month. */
export interface DroppedCandidate {
  /** Its place in the list. */
  readonly position: number;
  readonly month: string;
  /** Hexadecimal digits. */
  readonly hash: string;
}

/** What the process knows without a statement: IDs that may be of dropped months, if the version is the current one. */
export function droppedCandidates(
  tx: Tx,
  ids: readonly string[],
): { readonly version: string; readonly candidates: readonly DroppedCandidate[] } {
  const { version, filters } = tx.memory.recall(KNOWN).get(tx.organizationId) ?? NONE;
  if (filters.size === 0) return { version, candidates: [] };
  const hashes = hashIds(ids);
  const remaining = new Uint32Array(ids.length);
  const candidates: DroppedCandidate[] = [];
  for (const [month, filter] of filters) {
    for (const position of passFilter(filter, hashes, remaining)) {
      candidates.push({ position, month, hash: idHash(ids[position] ?? "") });
    }
  }
  return { version, candidates };
}

/** Reads the filters that the process does not have yet. After the first drop, a process reads 2 bytes for each old ID. */
export async function learnDroppedMonths(tx: Tx): Promise<void> {
  const known = tx.memory.recall(KNOWN);
  const before = known.get(tx.organizationId) ?? NONE;
  const [current] = await tx.sql<{ version: string; months: string[] }>(
    `select ${MONTHS_VERSION} as version, array(
       select month::text from usage_dropped_month
       where organization_number = ${ORGANIZATION_NUMBER} and ids_stored_at is not null order by month) as months`,
    [tx.organizationId],
  );
  const filters = new Map<string, Uint32Array>();
  for (const month of current?.months ?? []) {
    filters.set(month, before.filters.get(month) ?? (await readFilter(tx, month)));
  }
  known.set(tx.organizationId, { version: current?.version ?? NOTHING_DROPPED, filters });
}

async function readFilter(tx: Tx, month: string): Promise<Uint32Array> {
  const parts = await tx.sql<{ bits: Buffer }>(
    `select bits from usage_dropped_filter where organization_number = ${ORGANIZATION_NUMBER} and month = $2 order by part`,
    [tx.organizationId, month],
  );
  return filterOf(parts.map(({ bits }) => bits));
}

/**
 * SQL: of candidates `c (position, month, hash)`, those whose ID is of a dropped month, with what was kept of the hash of
 * their content. Looks into one block for each candidate.
 */
export function droppedOf(candidates: string): string {
  return `select c.position, c.month, ${contentAt("b.place")} as kept from ${candidates} as c (position, month, hash)
    cross join lateral (
      select ids, position(decode(c.hash, 'hex') in ids) as place from usage_dropped_ids
      where organization_number = ${ORGANIZATION_NUMBER} and month = c.month and first_hash <= decode(c.hash, 'hex')
      order by first_hash desc limit 1
    ) as b where b.place > 0`;
}

/** An ID of a dropped month. */
export interface DroppedId {
  readonly uniqueId: string;
  readonly month: string;
}

/** Which of the IDs are of dropped months. Reads the filters first if they changed. */
export async function findDroppedIds(tx: Tx, ids: readonly string[]): Promise<DroppedId[]> {
  await learnDroppedMonths(tx);
  const { candidates } = droppedCandidates(tx, ids);
  if (candidates.length === 0) return [];
  const rows = await tx.sql<{ position: number; month: string }>(
    droppedOf("unnest($2::integer[], $3::date[], $4::text[])"),
    [tx.organizationId, ...candidateColumns(candidates)],
  );
  return rows.map(({ position, month }) => ({ uniqueId: ids[position] ?? "", month }));
}

/** The candidates as three parameters. */
export function candidateColumns(candidates: readonly DroppedCandidate[]): [number[], string[], string[]] {
  return [
    candidates.map(({ position }) => position),
    candidates.map(({ month }) => month),
    candidates.map(({ hash }) => hash),
  ];
}
