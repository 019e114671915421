import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Refusal } from "./refusal.mjs";
import { root } from "./root.mjs";

const oldest = 24;

/**
 * The Node that everything runs on: the one that came with the packages, so that all run the same; where there is none for
 * the platform, the one that runs this, if it is new enough.
 * @returns {Promise<string>} its path
 */
export async function pinnedNode() {
  const windows = process.platform === "win32";
  const name = `node-${windows ? "win" : process.platform}-${process.arch}`;
  // Not by node_modules/.bin, because some npm versions create no link there for an optional package.
  const pinned = join(root, "node_modules", name, "bin", windows ? "node.exe" : "node");
  if (existsSync(pinned) && !isMusl()) return pinned;
  if (Number(process.versions.node.split(".")[0]) >= oldest) return process.execPath;
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const platforms = Object.keys(manifest.optionalDependencies ?? {}).filter((name) => name.startsWith("node-"));
  throw new Refusal(
    `Counterfoil needs Node ${oldest} or newer, but this is ${process.version}. No package contains Node for ` +
      `${process.platform}-${process.arch}${isMusl() ? " with musl" : ""} (only ${platforms.join(", ")}). ` +
      `Install Node ${oldest} ` +
      "from https://nodejs.org or with your system's packages, and start again.",
  );
}

/** True on systems such as Alpine, whose C library the packaged programs cannot use. */
function isMusl() {
  return process.platform === "linux" && process.report.getReport().header.glibcVersionRuntime === undefined;
}
