import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CannotRun, requirePrograms } from "../platform/cannot-run.ts";

/** The newest version that this benchmark has run with. */
const TESTED_VERSION = "0.22.26";
/** Jetty's runner of WAR files, for the `javax` servlets that Kill Bill has. */
const JETTY_VERSION = "9.4.58.v20250814";
const CACHE = join(import.meta.dirname, "../../node_modules/.cache/kill-bill");
const OLDEST_JAVA = 11;

export interface KillBillFiles {
  readonly version: string;
  readonly war: string;
  readonly jetty: string;
}

/**
 * Kill Bill's server and Jetty. Maven downloads both from its configured repository on the first call, and
 * node_modules/.cache keeps them. KILL_BILL_VERSION chooses another version, and KILL_BILL_WAR a downloaded file.
 *
 * @throws CannotRun if Java, Maven or a file is missing
 */
export function findKillBillFiles(): KillBillFiles {
  requirePrograms("java", "mvn");
  requireJava();
  const given = process.env["KILL_BILL_WAR"];
  const version = process.env["KILL_BILL_VERSION"] ?? TESTED_VERSION;
  if (!/^\d+(\.\d+)*$/.test(version)) {
    throw new CannotRun(`KILL_BILL_VERSION is "${version}". Set it to a version such as ${TESTED_VERSION}.`);
  }
  if (given !== undefined && !existsSync(given)) {
    throw new CannotRun(`KILL_BILL_WAR names ${given}, which does not exist.`);
  }
  return {
    version: given === undefined ? version : (/(\d+\.\d+\.\d+)[^/]*\.war$/.exec(given)?.[1] ?? "of KILL_BILL_WAR"),
    war: given ?? download("org.kill-bill.billing", "killbill-profiles-killbill", version, "war"),
    jetty: download("org.eclipse.jetty", "jetty-runner", JETTY_VERSION, "jar"),
  };
}

function requireJava(): void {
  const { stderr, stdout } = spawnSync("java", ["-version"], { encoding: "utf8" });
  const major = Number(/version "(\d+)/.exec(stderr + stdout)?.[1]);
  if (major >= OLDEST_JAVA) return;
  throw new CannotRun(
    `Kill Bill needs Java ${OLDEST_JAVA} or later, and this is ${Number.isNaN(major) ? "an unknown version" : major}. On Debian and Ubuntu, run: apt-get install default-jre-headless`,
  );
}

function download(group: string, artifact: string, version: string, type: string): string {
  const file = join(CACHE, `${artifact}-${version}.${type}`);
  if (existsSync(file)) return file;
  // Downloaded into another folder first, so that an interrupted download is not taken for a complete one.
  const partial = join(CACHE, `partial-${process.pid}`);
  mkdirSync(partial, { recursive: true });
  console.log(`Maven downloads ${artifact} ${version} …`);
  const goal = [
    "dependency:copy",
    `-Dartifact=${group}:${artifact}:${version}:${type}`,
    `-DoutputDirectory=${partial}`,
  ];
  const { status, stdout, stderr } = spawnSync("mvn", ["-q", "-B", ...goal], { encoding: "utf8", cwd: partial });
  if (status === 0) renameSync(join(partial, `${artifact}-${version}.${type}`), file);
  rmSync(partial, { recursive: true, force: true });
  if (status === 0) return file;
  const reason =
    /(?:Could not (?:find|transfer)|Unable to find)[^\n[]*/.exec(stdout + stderr)?.[0] ??
    `${stdout}${stderr}`.trim().slice(0, 300);
  throw new CannotRun(
    `Maven could not get ${group}:${artifact}:${version}:${type}. ${reason.trim()}\n` +
      `Check the network and Maven's settings, choose another version with KILL_BILL_VERSION (tested: ${TESTED_VERSION}), or name a downloaded file with KILL_BILL_WAR.`,
  );
}
