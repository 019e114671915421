import fc from "fast-check";
import { expect, test } from "vitest";
import { createLineNumberer } from "../../src/events/number-lines.ts";
import { KEPT_BYTES, LONGEST_LINE_BYTES } from "../../src/events/file-line.ts";

function cut(content: Buffer, rows: boolean, pieceBytes = content.length) {
  const cutter = createLineNumberer({ offset: 0, line: 1 }, rows);
  const lines = [];
  for (let at = 0; at < content.length; at += pieceBytes) {
    lines.push(...cutter.cut(content.subarray(at, at + pieceBytes)));
  }
  lines.push(...cutter.rest());
  return lines.map(({ number, bytes, end, next }) => ({ number, text: bytes.toString(), end, next }));
}

test("lines end with LF, CRLF or the end of the file, and exclude a byte order mark", () => {
  expect(cut(Buffer.from("\ufeffä\r\n\nb"), false)).toEqual([
    { number: 1, text: "ä", end: 7, next: 2 },
    { number: 2, text: "", end: 8, next: 3 },
    { number: 3, text: "b", end: 9, next: 3 },
  ]);
});

test("a row includes the lines of a quoted cell, and only a quote at the start of a cell opens one", () => {
  const rows = cut(Buffer.from('a,"one\ntwo ""2""\n,",c\n5" pipe,x\n"",y\n'), true);
  expect(rows.map(({ number, text }) => [number, text])).toEqual([
    [1, 'a,"one\ntwo ""2""\n,",c'],
    [4, '5" pipe,x'],
    [5, '"",y'],
  ]);
});

test("lines do not depend on how the file is split into pieces", () => {
  const parts = ["a", "é", "😀", '"', ",", "\n", "\r\n", '""'];
  const content = fc.array(fc.constantFrom(...parts), { maxLength: 60 }).map((some) => Buffer.from(some.join("")));
  fc.assert(
    fc.property(content, fc.integer({ min: 1, max: 7 }), fc.boolean(), (bytes, pieceBytes, rows) => {
      const attempt = (pieces?: number) => {
        try {
          return cut(bytes, rows, pieces);
        } catch (error) {
          return (error as Error).message;
        }
      };
      expect(attempt(pieceBytes)).toEqual(attempt());
    }),
  );
});

test("cutting can resume at the end of any line", () => {
  const content = Buffer.from('a,"x\ny"\nb,"z"\n\nc,d\n');
  const all = cut(content, true);
  for (const { end, next } of all) {
    const cutter = createLineNumberer({ offset: end, line: next }, true);
    const rest = [...cutter.cut(content.subarray(end)), ...cutter.rest()];
    expect(rest.map((line) => line.end)).toEqual(all.map((line) => line.end).filter((other) => other > end));
    expect(rest[0]?.number).toBe(all.find((line) => line.end > end)?.number);
  }
});

test("keeps only the beginning of a line that is too long, and reads the next one", () => {
  const cutter = createLineNumberer({ offset: 0, line: 1 }, false);
  const piece = Buffer.alloc(1024 * 1024, "x");
  for (let bytes = 0; bytes <= LONGEST_LINE_BYTES; bytes += piece.length) expect([...cutter.cut(piece)]).toEqual([]);
  const [long, next] = cutter.cut(Buffer.from("x\ny\n"));
  expect(long).toMatchObject({ number: 1, isTooLong: true });
  expect(long?.bytes.length).toBe(KEPT_BYTES);
  // 5 pieces of 1 MiB, x, LF; y, LF
  expect(next).toMatchObject({ number: 2, isTooLong: false, end: 5 * 1024 * 1024 + 4 });
});

test("names the line of an unclosed quote, and returns the rows before it", () => {
  const cutter = createLineNumberer({ offset: 0, line: 1 }, true);
  expect([...cutter.cut(Buffer.from('a\nb,"open\nc\n'))].map(({ number }) => number)).toEqual([1]);
  expect(() => [...cutter.rest()]).toThrow(/^Line 2: a quote is opened but not closed before the end of the file/);
});
