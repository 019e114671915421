import { globSync } from "node:fs";
import { join } from "node:path";
import { buildOnce } from "./build-once.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { root } from "./root.mjs";

const folder = join(root, "packages", "site");

/**
 * Builds the documentation site unless what is built was built from these sources. Needs the tools of developers.
 * @param {string} node the pinned one
 */
export async function buildSite(node) {
  const documents = globSync("*.md", { cwd: root }).map((name) => join(root, name));
  const own = ["astro.config.mjs", "package.json", "starlight/*.*"].flatMap((names) =>
    globSync(names, { cwd: folder }).map((name) => join(folder, name)),
  );
  const others = [
    "packages/http/openapi.json",
    "packages/service/src/errors/catalogue.ts",
    "packages/cli/src/generate/client/method-names.ts",
    "packages/dashboard/src/design/icon.svg",
  ].map((name) => join(root, name));
  await buildOnce({
    name: "the documentation site",
    stamp: join(folder, "dist", ".built-from"),
    sources: () =>
      fingerprint(
        [join(root, "docs"), join(folder, "src"), join(folder, "starlight", "styles")],
        [import.meta.filename, ...[...documents, ...own, ...others].sort()],
      ),
    command: [node, "src/main.ts"],
    folder,
  });
}
