// Asks the registry for known vulnerabilities of all installed packages: `node scripts/audit.mjs`. Fails for each advisory
// that docs/dependencies.md does not explain by its ID (GHSA-…). If the registry does not respond, it says so.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./bootstrap/root.mjs";

/** @returns {Promise<string>} the output of `npm audit --json`, whatever it found */
function npmAudit() {
  return new Promise((resolve, reject) => {
    const child = spawn("npm", ["audit", "--json"], { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.once("error", reject);
    child.once("close", () => resolve(output));
  });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const { vulnerabilities, metadata, statusCode } = parsed(await npmAudit());
if (vulnerabilities === undefined || metadata === undefined) {
  console.log(`npm audit: NOT CHECKED. The registry gave no result${statusCode ? ` (status ${statusCode})` : ""}.`);
} else {
  const explained = await readFile(join(root, "docs/dependencies.md"), "utf8");
  const advisories = Object.values(vulnerabilities).flatMap(({ name, via }) =>
    via.filter((one) => typeof one === "object").map(({ title, url, severity }) => ({ name, title, url, severity })),
  );
  const open = advisories.filter(({ url }) => !explained.includes(url.split("/").at(-1)));
  const count = `${metadata.dependencies?.total ?? 0} packages, ${advisories.length} advisories`;
  console.log(`npm audit: ${count}, ${open.length} of them not explained in docs/dependencies.md.`);
  for (const { name, title, url, severity } of open) console.log(`  ${severity} ${name}: ${title} ${url}`);
  process.exitCode = open.length > 0 ? 1 : 0;
}
