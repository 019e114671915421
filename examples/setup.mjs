// Installs the packages of the examples, and the SDK of this clone, packed as npm would publish it: `npm run setup`. In
// your own application, `npm install @counterfoil/sdk` does the second part.
//
//     node setup.mjs [TARBALL]     installs a packed SDK
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const examples = fileURLToPath(new URL(".", import.meta.url));

const npm = (words, cwd) => execFileSync("npm", words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

npm(["ci", "--no-audit", "--no-fund"], examples);

const folder = mkdtempSync(join(tmpdir(), "counterfoil-sdk-"));
const tarball = process.argv[2] ?? join(folder, pack(folder));
const installed = join(examples, "node_modules/@counterfoil/sdk");
rmSync(installed, { recursive: true, force: true });
mkdirSync(installed, { recursive: true });
// The SDK has no dependencies, so to unpack it is to install it. The lockfile need not change whenever the SDK does.
execFileSync("tar", ["--extract", "--strip-components=1", "--file", tarball, "--directory", installed]);
rmSync(folder, { recursive: true });

/** The name of the packed file in the folder. */
function pack(destination) {
  const words = ["pack", "--workspace", "packages/sdk", "--pack-destination", destination, "--silent"];
  return npm(words, join(examples, "..")).trim();
}
