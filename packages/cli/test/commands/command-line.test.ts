import { expect, test } from "vitest";
import { finished } from "../running-command.ts";

test("Without a command, all are listed and the exit code says that it was called wrongly", async () => {
  const { code, output } = await finished([]);
  expect(output).toMatch(/^Which command\?/);
  for (const name of ["start", "serve", "worker", "migrate", "org create", "key create", "generate", "seed"]) {
    expect(output).toMatch(new RegExp(`^  ${name} `, "m"));
  }
  expect(code).toBe(2);
});

test("A command that does not exist is named", async () => {
  const { code, output } = await finished(["org", "destroy"]);
  expect(output).toMatch(/There is no command "org destroy"/);
  expect(code).toBe(2);
});

test("An option that does not exist is named, with those that do", async () => {
  const { code, output } = await finished(["start", "--prt", "80"]);
  expect(output).toMatch(/Unknown option '--prt'[^]*--port N/);
  expect(code).toBe(2);
});

test.each([["--help"], ["start", "--help"], ["key", "create", "-h"]])("%s %s helps and succeeds", async (...words) => {
  const { code, output } = await finished(words);
  expect(output).toMatch(/^Usage: npm run counterfoil -- /);
  expect(code).toBe(0);
});
