import { closeSync, openSync, readSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { FontFamily } from "./font-families.ts";

/** Font files that cannot be drawn with: a document that needs them is not drawn at all, for its text would be blank. */
export class FontsUnusable extends Error {
  override readonly name = "FontsUnusable";
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join(", "), options);
    this.problems = problems;
  }
}

export interface FontFiles {
  /** @throws FontsUnusable when a file of these families is not what it was when this began to look, or is damaged. */
  readonly check: (families: readonly FontFamily[]) => void;
  /** The names of the files that are not there. */
  readonly missing: () => string[];
}

/**
 * Watches the font files of a process. The compiler learns which fonts there are at its start and reads a file when a document first
 * needs it; one that is gone by then it leaves out without a word. So the files are looked at before each document, and read once
 * whole: a file that is cut off still has its name and its character map.
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

/** Another one for another file at the same place; null where there is none that can be read. */
function fingerprint(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true ? [found.ino, found.size, found.mtimeMs].join(" ") : null;
}

/** What the 32-bit words of a font add up to, whichever it is: its `head` table holds what makes it so. */
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
      // What is missing of the last word counts as zero.
      chunk.fill(0, length);
      for (let word = 0; word < length; word += 4) sum = (sum + chunk.readInt32BE(word)) | 0;
      if (length < CHUNK) return sum >>> 0 === WHOLE;
    }
  } finally {
    closeSync(file);
  }
}
