// Checks the workflows in .github/workflows: `npm run check:workflows`. actionlint reads them as GitHub does; and every
// action of others must be pinned to a commit. Builds actionlint with Go on first use.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../bootstrap/root.mjs";
import { unpinnedActions } from "./unpinned-actions.mjs";

const MODULE = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";
const tools = join(root, ".counterfoil/tools");
const program = join(tools, "actionlint");
const workflows = join(root, ".github/workflows");

const files = readdirSync(workflows).filter((name) => /\.ya?ml$/.test(name));
const faults = files.flatMap((name) =>
  unpinnedActions(readFileSync(join(workflows, name), "utf8")).map((action) => `${name}: ${action} is not pinned`),
);
if (!existsSync(program)) {
  mkdirSync(tools, { recursive: true });
  const built = run("go", ["install", MODULE], { GOBIN: tools });
  if (built.status !== 0) throw new Error(`go install ${MODULE} failed:\n${built.stderr}`);
}
const { status, stdout, stderr } = run(program, ["-no-color", ...files.map((name) => join(workflows, name))]);
if (status !== 0) faults.push(`${stdout}${stderr}`.trim());
for (const fault of faults) console.error(fault);
console.log(`Checked ${files.length} workflows.`);
process.exitCode = faults.length === 0 && files.length > 0 ? 0 : 1;

function run(name, words, environment = {}) {
  const ended = spawnSync(name, words, { encoding: "utf8", cwd: root, env: { ...process.env, ...environment } });
  if (ended.error !== undefined) throw ended.error;
  return ended;
}
