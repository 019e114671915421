import { readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { EmbeddedPostgresError, useOwnServer } from "./embedded-postgres-error.ts";

interface LibraryLink {
  readonly source: string;
  readonly target: string;
}

/**
 * Creates the missing links between the libraries of the embedded PostgreSQL. npm packages cannot contain links. The
 * package creates them in an install script, which npm 11 and later do not run by default.
 *
 * @param home the folder of the npm package
 */
export function linkLibraries(home: string): void {
  const links = JSON.parse(readFileSync(join(home, "native", "pg-symlinks.json"), "utf8")) as LibraryLink[];
  for (const { source, target } of links) link(join(home, source), join(home, target));
}

/** @param path where the library's other name goes */
function link(library: string, path: string): void {
  try {
    symlinkSync(join(relative(dirname(path), dirname(library)), basename(library)), path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return;
    throw new EmbeddedPostgresError(
      `Cannot create the link ${path} (${(cause as Error).message}). Start once as the user who owns this folder, ` +
        `${useOwnServer}.`,
      { cause },
    );
  }
}
