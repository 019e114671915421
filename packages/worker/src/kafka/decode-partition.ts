import type { KafkaRecord } from "@counterfoil/service";
import type { KafkaRecord as WireRecord, RecordsBatch } from "@platformatic/kafka";

/** The type in the attributes of a batch: the broker's time of all records, a transaction, or its marker. */
const APPEND_TIME = 0x08;
const TRANSACTIONAL = 0x10;
const CONTROL = 0x20;
/** The type of a marker that ends an aborted transaction. */
const ABORT = 0;

/** What a broker answers about a partition. */
export interface PartitionContent {
  readonly records?: readonly RecordsBatch[] | null;
  readonly abortedTransactions: readonly { readonly producerId: bigint; readonly firstOffset: bigint }[] | null;
  /** The end of what is committed. */
  readonly lastStableOffset: bigint;
}

/** The records of a partition from an offset on. */
export interface DecodedPartition {
  readonly records: readonly KafkaRecord[];
  /** The offset after everything that was read. It skips what holds no record: markers, and aborted transactions. */
  readonly to: bigint;
}

/**
 * The committed records in a response, from the wanted offset on. A broker sends whole batches, so the first may begin
 * before it. Records of aborted transactions are left out: the response names each transaction by its producer and
 * first offset, and it ends with the producer's next abort marker, which may be in a later response.
 */
export function decodePartition(
  { records: batches, abortedTransactions }: Pick<PartitionContent, "records" | "abortedTransactions">,
  from: bigint,
): DecodedPartition {
  const aborted = (abortedTransactions ?? []).toSorted((a, b) => (a.firstOffset < b.firstOffset ? -1 : 1));
  const aborting = new Set<bigint>();
  const records: KafkaRecord[] = [];
  let to = from;
  for (const batch of batches ?? []) {
    const last = batch.firstOffset + BigInt(batch.lastOffsetDelta);
    while (aborted[0] !== undefined && aborted[0].firstOffset <= last) {
      aborting.add(aborted[0].producerId);
      aborted.shift();
    }
    if (last >= to) to = last + 1n;
    if ((batch.attributes & CONTROL) !== 0) {
      if (isAbort(batch)) aborting.delete(batch.producerId);
      continue;
    }
    if ((batch.attributes & TRANSACTIONAL) !== 0 && aborting.has(batch.producerId)) continue;
    for (const record of batch.records) {
      const offset = batch.firstOffset + BigInt(record.offsetDelta);
      if (offset >= from) records.push(toRecord(batch, record, offset));
    }
  }
  return { records, to };
}

function isAbort({ records: [marker] }: RecordsBatch): boolean {
  return marker?.key !== undefined && marker.key !== null && marker.key.readInt16BE(2) === ABORT;
}

function toRecord(batch: RecordsBatch, record: WireRecord, offset: bigint): KafkaRecord {
  const isAppendTime = (batch.attributes & APPEND_TIME) !== 0;
  const milliseconds = isAppendTime ? batch.maxTimestamp : batch.firstTimestamp + record.timestampDelta;
  return {
    offset,
    recordedAt: instantOf(milliseconds),
    // Copies, because the parts of a response would keep all of it in memory.
    key: record.key === null ? null : Buffer.from(record.key),
    value: record.value === null ? null : Buffer.from(record.value),
    headers: record.headers.map(([name, value]) => [String(name ?? ""), String(value ?? "")] as const),
  };
}

/** The last instant that is written with four digits of the year. A later time is as wrong as this one. */
const LATEST = 253_402_300_799_999n;

/** Null if the record has no time: Kafka writes -1. */
function instantOf(milliseconds: bigint): string | null {
  if (milliseconds < 0n) return null;
  return new Date(Number(milliseconds > LATEST ? LATEST : milliseconds)).toISOString();
}

/** Cuts records into batches for one transaction each. Each goes up to the first record of the next. */
export function cutBatches(
  { records, to }: DecodedPartition,
  from: bigint,
  most: { readonly records: number; readonly bytes: number },
): { from: bigint; to: bigint; records: KafkaRecord[] }[] {
  const cut: { from: bigint; to: bigint; records: KafkaRecord[] }[] = [];
  let current = { from, to, records: [] as KafkaRecord[] };
  let bytes = 0;
  for (const record of records) {
    const length = record.value?.length ?? 0;
    const isFull = current.records.length >= most.records || bytes + length > most.bytes;
    if (isFull && current.records.length > 0) {
      current.to = record.offset;
      cut.push(current);
      [current, bytes] = [{ from: record.offset, to, records: [] }, 0];
    }
    current.records.push(record);
    bytes += length;
  }
  if (current.to > current.from) cut.push(current);
  return cut;
}
