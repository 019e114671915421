import { inflateRawSync } from "node:zlib";

const [END, ENTRY] = [0x06054b50, 0x02014b50];
const DEFLATED = 8;

/** The files of a ZIP archive, which WAR and JAR files are, by name. Reads a file when asked, and none above 4 GB. */
export function readZip(archive: Buffer): { names: readonly string[]; read(name: string): Buffer } {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || archive.readUInt32LE(end) !== END) throw new Error("not a ZIP archive");
  const entries = new Map<string, { method: number; size: number; at: number }>();
  let place = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(place) !== ENTRY) throw new Error("the ZIP archive is damaged");
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) => archive.readUInt16LE(place + at));
    const after = place + 46 + (nameLength ?? 0);
    entries.set(archive.toString("utf8", place + 46, after), {
      method: archive.readUInt16LE(place + 10),
      size: archive.readUInt32LE(place + 20),
      at: archive.readUInt32LE(place + 42),
    });
    place = after + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return {
    names: [...entries.keys()],
    read(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw new Error(`the ZIP archive has no ${name}`);
      // The local header repeats the name, and has an extra field of a different length.
      const start = entry.at + 30 + archive.readUInt16LE(entry.at + 26) + archive.readUInt16LE(entry.at + 28);
      const bytes = archive.subarray(start, start + entry.size);
      return entry.method === DEFLATED ? inflateRawSync(bytes) : bytes;
    },
  };
}
