import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Checkout, outcomeOf } from "./checkout.ts";

let checkout: Checkout;
beforeEach(() => {
  checkout = new Checkout();
});
afterEach(() => checkout.remove());

test("the first start installs, the second does not, and both pass arguments and the exit code through", async () => {
  const first = await checkout.run(["start", "--empty"]);
  expect(first.output).toContain("Installing 1 packages");
  expect(first.output).toContain("arguments start --empty");
  expect(first.code).toBe(0);
  const second = await checkout.run(["counterfoil", "code", "7"]);
  expect(second).toEqual({ code: 7, output: "arguments code 7\n" });
  expect(checkout.installs()).toEqual(["ci --no-audit --no-fund --omit=dev --include=optional"]);
});

test("the program is built again when a source has changed, and earlier builds are kept", async () => {
  const builds = () => readdirSync(join(checkout.root, "build/program"));
  await checkout.run(["counterfoil"]);
  const before = builds();
  await checkout.run(["counterfoil"]);
  expect(builds()).toEqual(before);
  checkout.write("packages/cli/src/main.ts", 'console.log("changed");');
  const { output } = await checkout.run(["counterfoil"]);
  expect(output).toMatch(/^Building the program\nBuilt the program in \d+ s\nchanged\n$/);
  expect(builds()).toEqual(expect.arrayContaining(before));
  expect(builds()).toHaveLength(before.length + 1);
});

test("a start leaves out the tools of developers, and a command that needs them installs them once", async () => {
  const packages = { "node_modules/zod": { version: "1.0.0" }, "node_modules/vitest": { version: "5.0.0", dev: true } };
  checkout.write("package-lock.json", JSON.stringify({ packages }));
  expect((await checkout.run(["start"])).output).toContain("Installing 1 packages");
  expect((await checkout.run(["generate"])).output).toContain("Installing 2 packages");
  await checkout.run(["generate"]);
  await checkout.run(["start"]);
  expect(checkout.installs().map((call) => /(?:omit|include)=dev/.exec(call)?.[0])).toEqual([
    "omit=dev",
    "include=dev",
  ]);
});

test("two concurrent starts install once, and both run", async () => {
  const both = await Promise.all([checkout.run(["counterfoil", "one"]), checkout.run(["counterfoil", "two"])]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(both.some(({ output }) => output.includes("Another start is installing"))).toBe(true);
  expect(checkout.installs()).toHaveLength(1);
});

test("a changed lockfile is installed again, but not after a manual install", async () => {
  await checkout.run(["counterfoil"]);
  const lockfile = JSON.stringify({ packages: { "node_modules/zod": { version: "2.0.0" } } });
  checkout.write("package-lock.json", lockfile);
  await checkout.run(["counterfoil"]);
  expect(checkout.installs()).toHaveLength(2);
  checkout.write("package-lock.json", JSON.stringify({ packages: { "node_modules/zod": { version: "3.0.0" } } }));
  spawnSync(process.execPath, ["npm-cli.js", "install"], { cwd: checkout.root });
  await checkout.run(["counterfoil"]);
  expect(checkout.installs()).toHaveLength(3);
  expect(checkout.installs()[2]).toBe("install");
});

test("the lock of a dead start is taken over", async () => {
  const dead = spawnSync("true").pid;
  mkdirSync(join(checkout.root, ".counterfoil-installing"));
  checkout.write(".counterfoil-installing/owner.json", JSON.stringify({ pid: dead, host: hostname() }));
  expect((await checkout.run(["counterfoil"])).code).toBe(0);
  expect(checkout.installs()).toHaveLength(1);
  expect(existsSync(join(checkout.root, ".counterfoil-installing"))).toBe(false);
});

test("a failed install shows npm's errors and an explanation, without its other output", async () => {
  const { code, output } = await checkout.run(["start"], { NPM_FAILS: "1" });
  expect(code).toBe(1);
  expect(output).toContain("npm error code ENOTFOUND");
  expect(output).toContain("The package registry cannot be reached");
  expect(output).not.toMatch(/EBADENGINE|Usage/);
});

test("a signal reaches the program, and its exit code is returned", async () => {
  const child = checkout.start(["counterfoil", "wait"]);
  let sent = false;
  const outcome = await outcomeOf(child, (output) => {
    // Once: a second signal may come after the program ended, and then ends the bootstrap itself.
    if (sent || !output.includes("arguments wait")) return;
    sent = child.kill("SIGTERM");
  });
  expect(outcome.output).toContain("got SIGTERM");
  expect(outcome.code).toBe(5);
});

test("an unknown command prints the list of commands, and installs nothing", async () => {
  const { code, output } = await checkout.run(["strat"]);
  expect(code).toBe(2);
  expect(output).toContain('There is no command "strat"');
  expect(output).toMatch(/^ {2}start /m);
  expect(checkout.installs()).toEqual([]);
});
