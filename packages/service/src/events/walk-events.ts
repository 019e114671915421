import {
  type AccountEventWalk,
  currentUsageSequence,
  findAccount,
  getOrganization,
  scanUsageEvents,
  type Tx,
  type UsageEventRow,
  walkAccountEvents,
} from "@counterfoil/storage";
import { accountTimeZone } from "../clocks/index.ts";
import { type Context, read } from "../context.ts";
import { toInstantText } from "../time.ts";
import { type EventCursor, fingerprintOf, readCursor, writeCursor } from "./event-cursor.ts";
import { type Event, toEvent } from "./list-events.ts";

/** The events that a walk goes through, as a caller asks for them. */
export interface EventWalk {
  /** ID or alias, or a name that no account has yet. */
  readonly account?: string;
  readonly eventName?: string;
  /** Instants, or dates that mean the start of that day in the account's zone. Half-open. */
  readonly from?: string;
  readonly to?: string;
  /** Default: newest first. */
  readonly order?: "asc" | "desc";
  /** The cursor of the previous page. Undefined for the first page. */
  readonly cursor?: string;
}

export interface WalkedEvents {
  items: Event[];
  /** Null at the end. */
  nextCursor: string | null;
}

interface Page {
  readonly rows: readonly UsageEventRow[];
  readonly next: EventCursor | null;
}

/**
 * Lists events page by page, at the same cost for each page. Events of one account name, known or not, are in the order
 * of their timestamps. All other walks are in the order in which events began to count. Events that arrive meanwhile do
 * not move others: no page repeats an event of another page.
 */
export function walkEvents(context: Context, walk: EventWalk, limit: number): Promise<WalkedEvents> {
  const { order = "desc", cursor } = walk;
  return read(context, async (tx) => {
    const account = walk.account === undefined ? undefined : await findAccount(tx, walk.account);
    const fingerprint = fingerprintOf([walk.account, account?.id, walk.eventName, walk.from, walk.to, order]);
    const isByTime = walk.account !== undefined;
    const after = cursor === undefined || cursor === "" ? null : readCursor(fingerprint, cursor, isByTime);
    const range = await readRange(tx, account?.timezone ?? null, walk);
    const asked = { eventName: walk.eventName ?? null, ...range, order, limit };
    const { rows, next } =
      walk.account === undefined
        ? await pageOfAll(tx, asked, after)
        : await pageOfAccount(tx, account ? { accountId: account.id } : { unknownName: walk.account }, asked, after);
    return { items: rows.map(toEvent), nextCursor: next === null ? null : writeCursor(fingerprint, next) };
  });
}

interface Asked {
  readonly eventName: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly order: "asc" | "desc";
  readonly limit: number;
}

async function readRange(
  tx: Tx,
  timezone: string | null,
  { from, to }: EventWalk,
): Promise<Pick<Asked, "from" | "to">> {
  if (from === undefined && to === undefined) return { from: null, to: null };
  const zone = accountTimeZone({ timezone }, await getOrganization(tx));
  const toInstant = (text: string | undefined) => (text === undefined ? null : toInstantText(text, zone));
  return { from: toInstant(from), to: toInstant(to) };
}

async function pageOfAccount(
  tx: Tx,
  of: AccountEventWalk["of"],
  asked: Asked,
  after: EventCursor | null,
): Promise<Page> {
  const place = after === null ? null : { timestamp: after.timestamp ?? "", sequence: after.sequence };
  const rows = await walkAccountEvents(tx, { ...asked, of, after: place, limit: asked.limit + 1 });
  return cut(rows, asked.limit, ({ sequence, timestamp }) => ({ sequence, timestamp }));
}

/**
 * A forward walk stops where no earlier event can still appear, so that a caller that continues later misses no event.
 */
async function pageOfAll(tx: Tx, asked: Asked, after: EventCursor | null): Promise<Page> {
  const through = asked.order === "asc" ? await currentUsageSequence(tx) : null;
  const { rows, end } = await scanUsageEvents(tx, { ...asked, after: after?.sequence ?? null, through });
  return { rows, next: end === null ? null : { sequence: end, timestamp: null } };
}

/** A page of rows. The query asked for one row more than the page shows. */
function cut(rows: readonly UsageEventRow[], limit: number, placeOf: (row: UsageEventRow) => EventCursor): Page {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > limit && last !== undefined ? placeOf(last) : null };
}
