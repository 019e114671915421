import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../../../..");

/** Documents of the repository outside `docs/` that are pages, and their addresses. */
const OUTSIDE: Readonly<Record<string, string>> = {
  "ARCHITECTURE.md": "architecture",
  "CHANGELOG.md": "changelog",
  "CONTRIBUTING.md": "contributing",
  "GLOSSARY.md": "glossary",
  "SECURITY.md": "security-policy",
};

/** A Markdown document of the repository. */
export interface Source {
  /** From the root of the repository: `docs/invoices.md` */
  readonly file: string;
  readonly path: string;
  readonly text: string;
}

/** Every document that becomes a page. */
export async function readSources(): Promise<Source[]> {
  const files = [...globSync("docs/**/*.md", { cwd: root }).toSorted(), ...Object.keys(OUTSIDE)];
  return Promise.all(
    files.map(async (file) => ({ file, path: pathOf(file), text: await readFile(join(root, file), "utf8") })),
  );
}

/** `docs/decisions/README.md` → `decisions` */
function pathOf(file: string): string {
  return (
    OUTSIDE[file] ??
    file
      .replace(/^docs\//, "")
      .replace(/\.md$/, "")
      .replace(/(^|\/)README$/, "")
  );
}
