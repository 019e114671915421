import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../bootstrap/root.mjs";
import { expectThat } from "./expect-that.mjs";
import { run } from "./run.mjs";

const source = join(root, "deploy/systemd");
/** In tenths. `systemd-analyze security` calls a service with less than 2 well protected. */
const MOST_EXPOSURE = 20;

/** Installs the built package below an empty root folder, and verifies the units there as systemd loads them. */
export function checkUnits() {
  const machine = mkdtempSync(join(tmpdir(), "counterfoil-units-"));
  try {
    const program = install(machine);
    const units = readdirSync(source);
    expectThat(units.length >= 3, "deploy/systemd has fewer than three units");
    expectThat(verify(machine, units) === "", `systemd-analyze verify: ${verify(machine, units)}`);
    expectThat(
      verify(machine, [misspell(machine)]).includes("NoNewPrivilege"),
      "systemd-analyze verify accepts an unknown setting",
    );
    for (const unit of units) {
      run("systemd-analyze", [
        "security",
        "--no-pager",
        "--offline=yes",
        `--threshold=${MOST_EXPOSURE}`,
        join(source, unit),
      ]);
      const [, command] = /^ExecStart=\/usr\/local\/bin\/counterfoil (\w+)$/m.exec(
        readFileSync(join(source, unit), "utf8"),
      );
      expectThat(run(program, [command, "--help"]).includes(command), `${unit}: there is no command ${command}`);
    }
    return [`${units.length} units on ${run("systemd-analyze", ["--version"]).split("\n")[0]}`];
  } finally {
    rmSync(machine, { recursive: true, force: true });
  }
}

/** Builds a root folder with the package, the units and those of systemd. Returns the path of the program. */
function install(machine) {
  const tarball = run(process.execPath, ["scripts/package.mjs"]).trim();
  const prefix = join(machine, "usr/local");
  run("npm", ["install", "--global", "--prefix", prefix, "--prefer-offline", "--no-audit", "--no-fund", tarball]);
  for (const folder of ["etc/systemd/system", "usr/lib/systemd"]) mkdirSync(join(machine, folder), { recursive: true });
  cpSync("/usr/lib/systemd/system", join(machine, "usr/lib/systemd/system"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  cpSync(source, join(machine, "etc/systemd/system"), { recursive: true });
  return join(prefix, "bin/counterfoil");
}

/** What systemd has to say about units. Nothing, if it loads all of them. */
function verify(machine, units) {
  const options = [`--root=${machine}`, "--man=no", "--recursive-errors=yes"];
  const { error, status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", ...options, ...units], {
    encoding: "utf8",
  });
  if (error) throw error;
  return status === 0 ? stdout + stderr : `${stdout}${stderr}exit code ${status}`;
}

/** Writes a unit with a misspelled setting, and returns its name. */
function misspell(machine) {
  const name = "counterfoil-misspelled.service";
  const unit = readFileSync(join(source, "counterfoil-serve.service"), "utf8");
  writeFileSync(join(machine, "etc/systemd/system", name), unit.replace("NoNewPrivileges=", "NoNewPrivilege="));
  return name;
}
