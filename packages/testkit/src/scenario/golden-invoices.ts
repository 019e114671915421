import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type GoldenInvoice, goldenText } from "./golden-text.ts";

// `GOLDENS=write` rewrites the files. Read each of them before you commit.

/** Invoices as files that a person has reviewed: one `.txt` per story, with all figures of its invoices. */
export interface Goldens {
  /** Compares invoices with the file of their story. A missing file is a difference, not a new file. */
  readonly compare: (name: string, invoices: readonly GoldenInvoice[]) => void;
  /** Fails if a file was not compared with anything, or if nothing was compared at all. */
  readonly requireAll: () => void;
}

export function goldensIn(folder: string): Goldens {
  const compared = new Set<string>();
  return {
    compare(name, invoices) {
      expect(invoices.length, "a golden file must contain invoices").toBeGreaterThan(0);
      const text = invoices.map(goldenText).join("\n");
      const file = join(folder, `${name}.txt`);
      compared.add(`${name}.txt`);
      if (process.env["GOLDENS"] === "write") return writeFileSync(file, text);
      expect(existsSync(file), `${file} is missing; write it with GOLDENS=write and review it`).toBe(true);
      expect(text).toBe(readFileSync(file, "utf8"));
    },
    requireAll() {
      expect([...compared].toSorted()).toEqual(readdirSync(folder).toSorted());
      expect(compared.size).toBeGreaterThan(0);
    },
  };
}
