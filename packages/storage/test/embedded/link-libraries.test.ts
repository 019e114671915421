import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { linkLibraries } from "../../src/embedded/link-libraries.ts";

test("missing links between the embedded server's libraries are created, and existing ones are kept", () => {
  const home = mkdtempSync(join(tmpdir(), "counterfoil-links-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  mkdirSync(join(home, "native/lib"), { recursive: true });
  writeFileSync(join(home, "native/lib/libpq.so.5.18"), "library");
  const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
  writeFileSync(join(home, "native/pg-symlinks.json"), JSON.stringify(links));
  linkLibraries(home);
  linkLibraries(home);
  expect(readFileSync(join(home, "native/lib/libpq.so.5"), "utf8")).toBe("library");
});
