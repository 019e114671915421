import { isCheckout } from "@counterfoil/testkit/built-program";
import { expect, test } from "vitest";
import { finished } from "../running-command.ts";

test("without a command, lists all commands and exits with 2", async () => {
  const { code, output } = await finished([]);
  expect(output).toMatch(/^Name a command\./);
  for (const name of ["start", "serve", "worker", "migrate", "org create", "key create", "seed"]) {
    expect(output).toMatch(new RegExp(`^  ${name} `, "m"));
  }
  expect(code).toBe(2);
});

test("names an unknown command", async () => {
  const { code, output } = await finished(["org", "destroy"]);
  expect(output).toMatch(/Unknown command "org destroy"/);
  expect(code).toBe(2);
});

test("names an unknown option, and lists the known ones", async () => {
  const { code, output } = await finished(["start", "--prt", "80"]);
  expect(output).toMatch(/Unknown option '--prt'[^]*--port N/);
  expect(code).toBe(2);
});

test.each([["--help"], ["start", "--help"], ["key", "create", "-h"]])(
  "%s %s prints help and succeeds",
  async (...words) => {
    const { code, output } = await finished(words);
    expect(output).toMatch(isCheckout ? /^Usage: npm run counterfoil -- /m : /^Usage: npx counterfoil /m);
    expect(code).toBe(0);
  },
);

test.each(["--version", "-v"])("%s prints the version and succeeds", async (word) => {
  const { code, output } = await finished([word]);
  expect(output).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?\n$/);
  expect(code).toBe(0);
});
