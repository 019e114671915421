import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type GoldenInvoice, goldenText } from "./golden-text.ts";

// `GOLDENS=write` writes the files anew; read each of them before they are committed.

/** Invoices as files that somebody read: one `.txt` for each story, with all figures of its invoices. */
export interface Goldens {
  /** Compares invoices with the file of their story. A file that is missing is a difference, and not a new file. */
  readonly compare: (name: string, invoices: readonly GoldenInvoice[]) => void;
  /** Fails where a file was compared with nothing, or where nothing was compared at all. */
  readonly requireAll: () => void;
}

export function goldensIn(folder: string): Goldens {
  const compared = new Set<string>();
  return {
    compare(name, invoices) {
      expect(invoices.length, "a golden of no invoices says nothing").toBeGreaterThan(0);
      const text = invoices.map(goldenText).join("\n");
      const file = join(folder, `${name}.txt`);
      compared.add(`${name}.txt`);
      if (process.env["GOLDENS"] === "write") return writeFileSync(file, text);
      expect(existsSync(file), `${file} is missing: write it with GOLDENS=write and read it`).toBe(true);
      expect(text).toBe(readFileSync(file, "utf8"));
    },
    requireAll() {
      expect([...compared].toSorted()).toEqual(readdirSync(folder).toSorted());
      expect(compared.size).toBeGreaterThan(0);
    },
  };
}
