import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { EmbeddedPostgresError, useOwnServer } from "./embedded-postgres-error.ts";
import { linkLibraries } from "./link-libraries.ts";

/** Where the programs of a PostgreSQL installation are. */
export interface PostgresBinaries {
  /** The folder that contains `initdb` and `postgres`. */
  readonly folder: string;
  /**
   * The folder to copy when the server's user cannot read the programs, with the name of its version. Undefined for
   * programs of the system, which every user can read.
   */
  readonly copyable?: { readonly root: string; readonly version: string };
}

const platforms = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"];

/** The PostgreSQL from the npm packages. Throws on a platform without one. */
export function embeddedBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}${isMusl() ? "-musl" : ""}`;
  if (!platforms.includes(platform)) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform} (only for ${platforms.join(", ")}). ` +
        "Set DATABASE_URL to a PostgreSQL server (15 or newer).",
    );
  }
  const name = `@embedded-postgres/${platform}`;
  const { root, version } = installedPackage(name);
  linkLibraries(root);
  return { folder: join(root, "native", "bin"), copyable: { root: join(root, "native"), version } };
}

function installedPackage(name: string): { root: string; version: string } {
  try {
    const require = createRequire(import.meta.url);
    // The package exports only its entry, `<root>/dist/index.js`.
    const root = dirname(dirname(require.resolve(name)));
    const { version } = require(join(root, "package.json")) as { version: string };
    return { root, version };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed. Install it with "npm install --include=optional", ` +
        `${useOwnServer}: postgres://owner:password@host:5432/database.`,
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
