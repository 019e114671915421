import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { readZip } from "../../bench/kill-bill/read-zip.ts";

/** An archive with these files: the first one stored, the others deflated. The local headers have an extra field. */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const [bodies, entries]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [place, [name, text]] of Object.entries(files).entries()) {
    const packed = place === 0 ? Buffer.from(text) : deflateRawSync(text);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    local.writeUInt16LE(4, 28);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(place === 0 ? 0 : 8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(at, 42);
    const body = Buffer.concat([local, Buffer.from(name), Buffer.alloc(4), packed]);
    bodies.push(body);
    entries.push(entry, Buffer.from(name));
    at += body.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...entries, end]);
}

test("files of an archive are read by name, stored or deflated", () => {
  const text = "create table accounts (id serial);\n".repeat(50);
  const archive = readZip(zipOf({ "a/stored.txt": "as it is", "b/ddl.sql": text }));
  expect(archive.names).toEqual(["a/stored.txt", "b/ddl.sql"]);
  expect(archive.read("a/stored.txt").toString()).toBe("as it is");
  expect(archive.read("b/ddl.sql").toString()).toBe(text);
  expect(() => archive.read("c")).toThrow("the ZIP archive has no c");
  expect(() => readZip(Buffer.from("no archive"))).toThrow("not a ZIP archive");
});
