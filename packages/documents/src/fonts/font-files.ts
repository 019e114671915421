import { closeSync, openSync, readSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { FontFamily } from "./font-families.ts";

/** Font files are unusable. A document that needs them is not drawn at all, because its text would be blank. */
export class FontsUnusable extends Error {
  override readonly name = "FontsUnusable";
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join(", "), options);
    this.problems = problems;
  }
}

export interface FontFiles {
  /** @throws FontsUnusable if a file of these families was changed since the process started, or is damaged */
  readonly check: (families: readonly FontFamily[]) => void;
  /** The names of the missing files. */
  readonly missing: () => string[];
}

/**
 * Monitors the font files of a process. The compiler lists the fonts at startup and reads a file when a document first
 * needs it. If the file is gone by then, the compiler silently omits the font. So the files are checked before each
 * document, and each is read completely once, because a truncated file still has its name and its character map.
 */
export function watchFontFiles(families: readonly FontFamily[]): FontFiles {
  const began = new Map(families.flatMap(filesOf).map((file) => [file, fingerprint(file)]));
  const sound = new Set<string>();
  return {
    check: (needed) => {
      const problems = needed.flatMap(filesOf).flatMap((file) => {
        const now = fingerprint(file);
        if (now === null) return [`${basename(file)} is missing`];
        if (now !== began.get(file)) return [`${basename(file)} has changed`];
        if (!sound.has(file) && !isWhole(file)) return [`${basename(file)} is damaged`];
        sound.add(file);
        return [];
      });
      if (problems.length > 0) throw new FontsUnusable(problems);
    },
    missing: () => [...began.keys()].filter((file) => fingerprint(file) === null).map((file) => basename(file)),
  };
}

function filesOf({ regular, semibold }: FontFamily): string[] {
  return [regular, semibold];
}

/** Differs if the file was replaced; null if there is no readable file. */
function fingerprint(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true ? [found.ino, found.size, found.mtimeMs].join(" ") : null;
}

/** The sum of the 32-bit words of every intact font. A value in its `head` table makes the sum equal for all fonts. */
const WHOLE = 0xb1b0afba;
const CHUNK = 1 << 20;

/** https://learn.microsoft.com/typography/opentype/spec/otff#calculating-checksums */
function isWhole(fontFile: string): boolean {
  const file = openSync(fontFile, "r");
  try {
    let sum = 0;
    const chunk = Buffer.alloc(CHUNK);
    for (let at = 0; ; at += CHUNK) {
      const length = readSync(file, chunk, 0, CHUNK, at);
      if (length === 0) return at > 0 && sum >>> 0 === WHOLE;
      // Missing bytes of the last word count as zero.
      chunk.fill(0, length);
      for (let word = 0; word < length; word += 4) sum = (sum + chunk.readInt32BE(word)) | 0;
      if (length < CHUNK) return sum >>> 0 === WHOLE;
    }
  } finally {
    closeSync(file);
  }
}
