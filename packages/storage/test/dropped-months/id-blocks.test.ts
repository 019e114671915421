import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ENTRIES_OF_A_BLOCK,
  idEntry,
  idHash,
  storedContentHash,
  toIdBlocks,
} from "../../src/dropped-months/id-blocks.ts";

const contentHash = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 32, maxLength: 32 });

test("blocks have all entries in order, and a block that may have an entry is the last one that begins before it (R-HIST-3)", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), (count) => {
      const entries = Array.from({ length: count }, (_, index) => idEntry(`id-${index}`, "ab".repeat(16))).toSorted(
        Buffer.compare,
      );
      const blocks = toIdBlocks(entries);
      expect(Buffer.concat(blocks.map(({ ids }) => ids))).toEqual(Buffer.concat(entries));
      expect(blocks.length).toBe(Math.ceil(count / ENTRIES_OF_A_BLOCK));
      for (const [index, { firstHash, ids }] of blocks.entries()) {
        expect(firstHash).toEqual(ids.subarray(0, 12));
        const next = blocks[index + 1];
        for (let at = 0; at < ids.length; at += 20) {
          const hash = ids.subarray(at, at + 12);
          expect(Buffer.compare(firstHash, hash)).toBeLessThanOrEqual(0);
          if (next !== undefined) expect(Buffer.compare(hash, next.firstHash)).toBeLessThan(0);
        }
      }
    }),
    { numRuns: 20 },
  );
});

test("an entry has 20 bytes: of the ID's SHA-256, and of the content's hash (R-HIST-3)", () => {
  // sha256("call-1") = 3bb0ae…: see `printf call-1 | sha256sum`.
  expect(idEntry("call-1", "00112233445566778899aabbccddeeff").toString("hex")).toBe(
    `${idHash("call-1")}0011223344556677`,
  );
  expect(idHash("call-1")).toMatchInlineSnapshot(`"5d7963c4f471e142f5a72214"`);
});

test("the same content is a duplicate, and another one a conflict (R-EVT-3, R-HIST-3)", () => {
  fc.assert(
    fc.property(contentHash, contentHash, (first, second) => {
      const kept = first.slice(0, 16);
      expect(storedContentHash(kept, first)).toBe(first);
      expect(storedContentHash(kept, second) === second).toBe(second.startsWith(kept));
    }),
  );
});
