import type { RecordsBatch } from "@platformatic/kafka";
import { expect, test } from "vitest";
import { cutBatches, decodePartition } from "../../src/kafka/decode-partition.ts";

const TRANSACTIONAL = 0x10;
const CONTROL = 0x20;

/** A batch of the producer `producerId` with a record for each text. */
function batch(firstOffset: number, texts: readonly string[], rest: Partial<RecordsBatch> = {}): RecordsBatch {
  return {
    firstOffset: BigInt(firstOffset),
    length: 0,
    partitionLeaderEpoch: 0,
    magic: 2,
    crc: 0,
    attributes: 0,
    lastOffsetDelta: texts.length - 1,
    firstTimestamp: 1_768_032_000_000n,
    maxTimestamp: 1_768_032_060_000n,
    producerId: -1n,
    producerEpoch: 0,
    firstSequence: 0,
    records: texts.map((text, offsetDelta) => ({
      length: 0,
      attributes: 0,
      timestampDelta: BigInt(offsetDelta) * 1_000n,
      offsetDelta,
      key: null,
      value: Buffer.from(text),
      headers: [],
    })),
    ...rest,
  };
}

/** The end of a transaction. */
function marker(firstOffset: number, producerId: bigint, isCommit: boolean): RecordsBatch {
  const one = batch(firstOffset, ["marker"], { attributes: CONTROL | TRANSACTIONAL, producerId });
  const [record] = one.records;
  return {
    ...one,
    records: record === undefined ? [] : [{ ...record, key: Buffer.from([0, 0, 0, isCommit ? 1 : 0]) }],
  };
}

const textsOf = (decoded: ReturnType<typeof decodePartition>) => decoded.records.map(({ value }) => String(value));

test("a batch may begin before the wanted offset, and end after its last record (R-STREAM-1)", () => {
  // Compaction removed the record at offset 13.
  const decoded = decodePartition(
    { records: [batch(10, ["a", "b", "c"], { lastOffsetDelta: 3 })], abortedTransactions: [] },
    11n,
  );
  expect(textsOf(decoded)).toEqual(["b", "c"]);
  expect(decoded.to).toBe(14n);
  expect(decoded.records[0]?.recordedAt).toBe("2026-01-10T08:00:01.000Z");
});

test("nothing to read moves nothing", () => {
  expect(decodePartition({ records: null, abortedTransactions: null }, 5n)).toEqual({ records: [], to: 5n });
});

test.each([
  ["of the broker", { attributes: 0x08 }, "2026-01-10T08:01:00.000Z"],
  ["unknown", { firstTimestamp: -1n }, null],
  ["in microseconds", { firstTimestamp: 1_768_032_000_000_000n }, "9999-12-31T23:59:59.999Z"],
])("the time of a record %s", (_, rest, time) => {
  const decoded = decodePartition({ records: [batch(0, ["a"], rest)], abortedTransactions: [] }, 0n);
  expect(decoded.records[0]?.recordedAt).toBe(time);
});

test("records of aborted transactions are left out, also if their end is in a later response (R-STREAM-1)", () => {
  const of = (producerId: bigint) => ({ attributes: TRANSACTIONAL, producerId });
  const decoded = decodePartition(
    {
      records: [
        batch(0, ["aborted"], of(1n)),
        batch(1, ["committed"], of(2n)),
        batch(2, ["plain"]),
        batch(3, ["aborted"], of(1n)),
        marker(4, 1n, false),
        marker(5, 2n, true),
        batch(6, ["later"], of(1n)),
        marker(7, 1n, true),
        batch(8, ["open"], of(1n)),
      ],
      abortedTransactions: [
        { producerId: 1n, firstOffset: 8n },
        { producerId: 1n, firstOffset: 0n },
      ],
    },
    0n,
  );
  expect(textsOf(decoded)).toEqual(["committed", "plain", "later"]);
  expect(decoded.to).toBe(9n);
});

test("batches are cut by records and by bytes, and leave no gap (R-STREAM-1)", () => {
  const decoded = decodePartition(
    { records: [batch(0, ["a", "b", "c"]), batch(7, ["large!", "d"]), marker(9, 1n, true)], abortedTransactions: [] },
    0n,
  );
  const cut = cutBatches(decoded, 0n, { records: 2, bytes: 6 });
  expect(cut.map(({ from, to, records }) => [from, to, records.map(({ value }) => String(value)).join(" ")])).toEqual([
    [0n, 2n, "a b"],
    [2n, 7n, "c"],
    [7n, 8n, "large!"],
    [8n, 10n, "d"],
  ]);
  // Only markers: the offset moves on.
  expect(cutBatches({ records: [], to: 3n }, 1n, { records: 2, bytes: 6 })).toEqual([
    { from: 1n, to: 3n, records: [] },
  ]);
  expect(cutBatches({ records: [], to: 3n }, 3n, { records: 2, bytes: 6 })).toEqual([]);
});
