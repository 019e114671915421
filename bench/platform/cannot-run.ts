import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Why a benchmark cannot run on this machine and what to do, for a person to read. `scripts/bench.mjs` prints it. */
export class CannotRun extends Error {
  override readonly name = "CannotRun";
}

/** Programs that benchmarks need, with how to get them. */
const PROGRAMS = {
  wrk: { ask: ["--version"], package: "wrk" },
  java: { ask: ["-version"], package: "default-jre-headless" },
  mvn: { ask: ["-version"], package: "maven" },
} as const;

type Program = keyof typeof PROGRAMS;

/** @throws CannotRun with all missing programs, and the command that installs them on Debian and Ubuntu */
export function requirePrograms(...needed: readonly Program[]): void {
  const absent = needed.filter((name) => spawnSync(name, PROGRAMS[name].ask).error !== undefined);
  if (absent.length === 0) return;
  const verb = absent.length === 1 ? "is" : "are";
  const packages = absent.map((name) => PROGRAMS[name].package).join(" ");
  throw new CannotRun(
    `${absent.join(" and ")} ${verb} not installed. On Debian and Ubuntu, run: apt-get install ${packages}`,
  );
}

/** @throws CannotRun without /proc, where CPU time and memory are read */
export function requireLinux(): void {
  if (existsSync("/proc/stat")) return;
  throw new CannotRun(
    "This benchmark reads CPU time and memory from /proc, which only Linux has. Run it in a Linux container or on a Linux machine.",
  );
}

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/**
 * The path of Chromium: what COUNTERFOIL_CHROMIUM names, or where distributions put it.
 *
 * @throws CannotRun if there is none
 */
export function requireChromium(): string {
  const named = process.env["COUNTERFOIL_CHROMIUM"];
  if (named !== undefined && !existsSync(named)) {
    throw new CannotRun(
      `COUNTERFOIL_CHROMIUM names ${named}, which does not exist. Name the program of a Chromium browser.`,
    );
  }
  const path = named ?? CHROMIUM.find((each) => existsSync(each));
  if (path !== undefined) return path;
  throw new CannotRun(
    "Chromium is not installed. On Debian, run: apt-get install chromium. Or set COUNTERFOIL_CHROMIUM to the program of a Chromium browser.",
  );
}
