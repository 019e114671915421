// Makes the changesets a version: `npm run release:version`. Changesets sets the version of the workspaces; this sets the
// other places, and moves the summaries to CHANGELOG.md.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { npm } from "../bootstrap/npm.mjs";
import { Refusal } from "../bootstrap/refusal.mjs";
import { root } from "../bootstrap/root.mjs";
import { runTool } from "../check/run-tool.mjs";
import { closeSection } from "./changelog.mjs";
import { setVersion } from "./versions.mjs";

const changesets = join(root, ".changeset");
const changelog = join(root, "CHANGELOG.md");

try {
  const summaries = await readSummaries();
  if (summaries.length > 0) {
    const { code, output } = await runTool("changeset", ["version"]);
    if (code !== 0) throw new Refusal(output.trim());
  }
  const { version } = JSON.parse(await readFile(join(root, "packages/sdk/package.json"), "utf8"));
  await setVersion(version);
  const date = new Date().toISOString().slice(0, 10);
  await writeFile(changelog, closeSection(await readFile(changelog, "utf8"), { version, date, summaries }));
  const { code, output } = await npm(["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"]);
  if (code !== 0) throw new Refusal(output.trim());
  console.log(
    `${version}, changesets: ${summaries.length}. Read CHANGELOG.md, then continue as docs/releasing.md says.`,
  );
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** The text below the front matter of each changeset. */
async function readSummaries() {
  const names = (await readdir(changesets)).filter((name) => name.endsWith(".md") && name !== "README.md");
  const texts = await Promise.all(names.toSorted().map((name) => readFile(join(changesets, name), "utf8")));
  return texts.map((text) => text.replace(/^---\n[\s\S]*?\n---\n/, "").trim()).filter((summary) => summary !== "");
}
