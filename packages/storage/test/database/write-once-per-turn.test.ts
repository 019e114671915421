import { setImmediate } from "node:timers/promises";
import { Writable } from "node:stream";
import type pg from "pg";
import { expect, test } from "vitest";
import { writeOncePerTurn } from "../../src/database/write-once-per-turn.ts";

/** A stream that records each write to the system. */
function recorded(): { stream: Writable; writes: string[] } {
  const writes: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      writes.push(chunk);
      done();
    },
    writev(chunks, done) {
      writes.push(chunks.map(({ chunk }) => String(chunk)).join(""));
      done();
    },
  });
  return { stream, writes };
}

/** As the driver sends a statement in several messages. */
function send(stream: Writable, statement: string): void {
  stream.cork();
  stream.write(`bind ${statement},`);
  stream.write(`execute ${statement};`);
  stream.uncork();
}

test("statements of one turn are one write, in their order, and those of the next turn another", async () => {
  const { stream, writes } = recorded();
  writeOncePerTurn({ connection: { stream } } as unknown as pg.Client);
  send(stream, "1");
  await Promise.resolve();
  send(stream, "2");
  stream.write("commit;");
  expect(writes).toEqual([]);
  await setImmediate();
  expect(writes).toEqual(["bind 1,execute 1;bind 2,execute 2;commit;"]);
  send(stream, "3");
  await setImmediate();
  expect(writes.slice(1)).toEqual(["bind 3,execute 3;"]);
});

test("a connection that ends within a turn still sends what was written before", async () => {
  const { stream, writes } = recorded();
  writeOncePerTurn({ connection: { stream } } as unknown as pg.Client);
  send(stream, "1");
  stream.end("terminate");
  await setImmediate();
  expect(writes.join("")).toBe("bind 1,execute 1;terminate");
});
