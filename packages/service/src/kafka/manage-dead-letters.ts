import {
  closeDeadLetter,
  type DeadLetterWithRecord,
  findDeadLetter,
  isRowRefused,
  listDeadLetters as listRows,
  type ListPage,
  type ListQuery,
  lockDeadLetter,
} from "@counterfoil/storage";
import { type Context, read, transact, type Work } from "../context.ts";
import { DomainError, notFound, refuseFaults } from "../errors/index.ts";
import { type EventFault, ingestEventsIn, UNSTORABLE } from "../events/index.ts";
import { audit } from "../record.ts";
import { type DeadLetter, headersOf, type OpenedDeadLetter, toDeadLetter, toOpenedDeadLetter } from "./dead-letter.ts";
import { readRecord } from "./read-record.ts";

export function listDeadLetters(context: Context, query: ListQuery): Promise<ListPage<DeadLetter>> {
  return read(context, async (tx) => {
    const { rows, total } = await listRows(tx, query);
    return { rows: rows.map(toDeadLetter), total };
  });
}

export function getDeadLetter(context: Context, id: string): Promise<OpenedDeadLetter> {
  return read(context, async (tx) => {
    const row = await findDeadLetter(tx, id);
    if (row === undefined) throw notFound("dead letter", id);
    return toOpenedDeadLetter(row);
  });
}

/**
 * Reads the record again, as if it came from Kafka now. Stores its event and closes the dead letter in one transaction.
 * If it is still invalid, a 422 says why and nothing changes.
 */
export async function replayDeadLetter(context: Context, id: string): Promise<OpenedDeadLetter> {
  try {
    return await transact(context, async (work) => {
      const row = await lockOpen(work, id, "replayed");
      if (!row.isComplete) {
        const detail =
          "The record is not stored completely, so it cannot be replayed. Send its event again, then discard it.";
        throw new DomainError("state_conflict", detail);
      }
      const { recordOffset, recordedAt, recordKey: key, payload: value } = row;
      const record = { offset: BigInt(recordOffset), recordedAt, key, value, headers: headersOf(row) };
      const [outcome] = await ingestEventsIn(work, [readRecord(record)]);
      if (outcome?.kind === "failed") refuseFault(outcome.fault);
      return close(work, row, "replayed");
    });
  } catch (error) {
    if (isRowRefused(error)) refuseFault(UNSTORABLE);
    throw error;
  }
}

/** Closes a dead letter without storing anything. It is deleted after 30 days. */
export function discardDeadLetter(context: Context, id: string): Promise<OpenedDeadLetter> {
  return transact(context, async (work) => close(work, await lockOpen(work, id, "discarded"), "discarded"));
}

async function lockOpen(work: Work, id: string, wanted: "replayed" | "discarded"): Promise<DeadLetterWithRecord> {
  const row = await lockDeadLetter(work.tx, id);
  if (row === undefined) throw notFound("dead letter", id);
  if (row.state === "open") return row;
  throw new DomainError("state_conflict", `The dead letter is ${row.state}, so it cannot be ${wanted}.`);
}

async function close(
  work: Work,
  row: DeadLetterWithRecord,
  state: "replayed" | "discarded",
): Promise<OpenedDeadLetter> {
  const now = work.clock.now();
  await closeDeadLetter(work.tx, row.id, state, now);
  const [before, after] = [{ state: row.state }, { state }];
  await audit(work, { action: `dead_letter.${state}`, objectId: row.id, before, after });
  return toOpenedDeadLetter({ ...row, state, updatedAt: now, closedAt: now });
}

function refuseFault({ code, detail, members }: EventFault): void {
  refuseFaults(members ?? [{ pointer: "", code, detail }]);
}
