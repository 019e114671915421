import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const compress = promisify(gzip);

/** An inline script: one without `src` that is program text. */
const INLINE_SCRIPT = /<script(?<attributes>(?![^>]*\bsrc=)[^>]*)>(?<text>[^]*?)<\/script>/g;
const TEXT = /\.(?:html|css|js|mjs|md|txt|json|svg|xml|yml)$/;

/**
 * Prepares the built site for the server: lists the hashes of inline scripts, because its Content-Security-Policy runs
 * only those, and replaces each text by its gzip form, a sixth of the size.
 * @param folder what Astro built
 */
export async function finishBuild(folder: string): Promise<void> {
  const hashes = new Set<string>();
  const files = globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) {
    if (!TEXT.test(file)) continue;
    const bytes = await readFile(file);
    if (file.endsWith(".html")) for (const hash of scriptHashes(bytes.toString())) hashes.add(hash);
    await writeFile(`${file}.gz`, await compress(bytes, { level: 9 }));
    await rm(file);
  }
  await writeFile(join(folder, "script-hashes.json"), JSON.stringify([...hashes].toSorted()));
}

function scriptHashes(page: string): string[] {
  return [...page.matchAll(INLINE_SCRIPT)].map(
    ({ groups }) =>
      `'sha256-${createHash("sha256")
        .update(groups?.["text"] ?? "")
        .digest("base64")}'`,
  );
}
