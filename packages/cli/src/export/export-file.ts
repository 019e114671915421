import { createHash } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";

/** One file of an export, as listed in its manifest. */
export interface ExportedFile {
  readonly file: string;
  /** The number of lines of an NDJSON file; null for others. */
  readonly count: number | null;
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes a file piece by piece, to hold only one piece in memory. Resolves when the file is on disk. */
export async function writeFileOf(
  folder: string,
  file: string,
  pieces: AsyncIterable<{ readonly text: string | Buffer; readonly count?: number }>,
): Promise<ExportedFile> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, "w", 0o600);
  try {
    const hash = createHash("sha256");
    let bytes = 0;
    let count: number | null = null;
    for await (const { text, count: more } of pieces) {
      const written = Buffer.from(text);
      await handle.writeFile(written);
      hash.update(written);
      bytes += written.length;
      if (more !== undefined) count = (count ?? 0) + more;
    }
    await handle.sync();
    const isLines = file.endsWith(".ndjson");
    return { file, count: isLines ? (count ?? 0) : count, bytes, sha256: hash.digest("hex") };
  } finally {
    await handle.close();
  }
}
