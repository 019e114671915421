import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { CommandError } from "../command.ts";
import { eachReference } from "./check-references.ts";
import { completeCatalog } from "./complete-entry.ts";
import { unknownName } from "./read-value.ts";
import { type Entries, readCatalog } from "./read-catalog.ts";
import { SHAPES } from "./section-shapes.ts";
import { type ServerCatalog, taxRateId } from "./server-catalog.ts";
import { type FileFault, faultText, type Source } from "./source.ts";
import { readTypeScript } from "./typescript-source.ts";
import { readYaml } from "./yaml-source.ts";

/** The files that the commands look for, in this order. */
export const DEFAULT_FILES = ["counterfoil.config.ts", "counterfoil.catalog.yaml"] as const;

export type CatalogFormat = "yaml" | "typescript";

export function formatOf(path: string): CatalogFormat {
  if (/\.ya?ml$/i.test(path)) return "yaml";
  if (/\.[cm]?[jt]s$/i.test(path)) return "typescript";
  throw new CommandError(
    `${path} is neither YAML nor TypeScript. Name a file that ends in .yaml, .yml, .ts or .mts.`,
    2,
  );
}

export function findFile(named: string | undefined): string {
  const path = named ?? DEFAULT_FILES.find((file) => existsSync(file));
  if (path === undefined) {
    throw new CommandError(
      `There is no ${DEFAULT_FILES.join(" or ")} here. Name a file, or write one with: catalog pull`,
      2,
    );
  }
  formatOf(path);
  if (!existsSync(path)) throw new CommandError(`There is no file ${path}. Write one with: catalog pull ${path}`, 2);
  return path;
}

export async function readSource(path: string): Promise<Source> {
  if (formatOf(path) === "typescript") return readTypeScript(path);
  return readYaml(basename(path), await readFile(path, "utf8")).source;
}

/** The entries of a file as it has them. @throws CommandError with a line for each fault */
export function readEntries(source: Source): Entries {
  const read = readCatalog(source);
  if (!read.ok) throw faultsError(source, read.faults);
  return read.entries;
}

/** The complete entries of a file for a server. @throws CommandError with a line for each fault */
export function readWanted(source: Source, server: ServerCatalog): Entries {
  const completed = completeCatalog(readEntries(source), server.organization);
  const faults = [...completed.faults, ...taxRateFaults(completed.entries, server)];
  if (faults.length > 0) throw faultsError(source, faults);
  return completed.entries;
}

function taxRateFaults({ prices }: Entries, server: ServerCatalog): FileFault[] {
  const faults: FileFault[] = [];
  for (const [key, price] of Object.entries(prices)) {
    eachReference(SHAPES.prices, price, ["prices", key], (to, named, path) => {
      if (to !== "taxRates" || taxRateId(server, named) !== undefined) return;
      const names = [...server.taxRates.values()];
      const message = names.includes(named)
        ? `Several tax rates have the name ${JSON.stringify(named)}. Name one by its ID.`
        : `${unknownName("tax rate", named, names)} Tax rates are not part of the catalog; create it first.`;
      faults.push({ path, part: "value", message });
    });
  }
  return faults;
}

function faultsError(source: Source, faults: readonly FileFault[]): CommandError {
  const lines = faults.map((fault) => faultText(source, fault));
  const total = `${faults.length} ${faults.length === 1 ? "fault" : "faults"} in ${source.name}:`;
  return new CommandError([total, ...lines.map((line) => `  ${line}`)].join("\n"));
}
