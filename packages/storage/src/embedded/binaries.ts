import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { EmbeddedPostgresError, useOwnServer } from "./embedded-postgres-error.ts";

/** Where one PostgreSQL's programs are. */
export interface PostgresBinaries {
  /** The folder that holds `initdb` and `postgres`. */
  readonly folder: string;
  /**
   * The folder that must go along when the programs are copied to where the server's user can read them, with the name of
   * its version. Undefined for programs of the system, which everybody can read.
   */
  readonly copyable?: { readonly root: string; readonly version: string };
}

const platforms = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"];

/** The PostgreSQL that came with the npm packages. Refuses on a platform that has none. */
export function embeddedBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}${isMusl() ? "-musl" : ""}`;
  if (!platforms.includes(platform)) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform} (there is for ${platforms.join(", ")}): ` +
        "set DATABASE_URL to a PostgreSQL server (15 or newer).",
    );
  }
  const name = `@embedded-postgres/${platform}`;
  try {
    const require = createRequire(import.meta.url);
    // The package exports its entry only, `<root>/dist/index.js`.
    const root = dirname(dirname(require.resolve(name)));
    const { version } = require(join(root, "package.json")) as { version: string };
    return { folder: join(root, "native", "bin"), copyable: { root: join(root, "native"), version } };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed: run "npm install --include=optional", ${useOwnServer}.`,
      { cause },
    );
  }
}

/** True on systems such as Alpine, whose C library the packaged programs cannot use. */
function isMusl(): boolean {
  if (process.platform !== "linux") return false;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined;
}

/** The major version of the programs, 18 for "postgres (PostgreSQL) 18.4". */
export function majorVersionOf(binaries: PostgresBinaries): number {
  const answer = execFileSync(join(binaries.folder, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/ (\d+)[.\d]*\s/.exec(`${answer} `)?.[1]);
}
