import { isAbsolute, join } from "node:path";
import { rolldown } from "rolldown";
import { root } from "../bootstrap/root.mjs";
import { copiedFiles, filesInPlace } from "./source-files.mjs";

const main = join(root, "packages/cli/src/main.ts");
/** What the package runs on. Newer syntax is translated. */
const OLDEST = "node22";
/** These find their own files by their place, or are native code. */
const UNBUNDLED = ["@myriaddreamin/typst-ts-node-compiler", "@node-rs/argon2", "@platformatic/kafka", "pg-native"];
/** Where the npm package differs from a checkout. */
const inPackage = { [join(root, "packages/cli/src/distribution.ts")]: "export const isPackage = true;" };

/**
 * Bundles the command line and everything of ours that it imports, for the npm package.
 * @param {string} output an empty folder
 * @returns {Promise<Set<string>>} the packages that the bundle imports
 */
export async function bundlePackage(output) {
  const chunks = await bundle(output, {
    external: (id) => !id.startsWith(".") && !id.startsWith("@counterfoil/") && !isAbsolute(id),
    transform: { target: OLDEST },
    plugins: [{ name: "in-package", load: (id) => inPackage[id] }, copiedFiles(output)],
  });
  const imports = chunks.flatMap((chunk) =>
    chunk.type === "chunk" ? [...chunk.imports, ...chunk.dynamicImports] : [],
  );
  const files = new Set(chunks.map(({ fileName }) => fileName));
  return new Set(imports.filter((id) => !files.has(id) && !id.startsWith("node:")).map(packageOf));
}

/**
 * Bundles the command line and all that it imports, to run it from this checkout, whose files it reads.
 * @param {string} output an empty folder
 */
export async function bundleProgram(output) {
  await bundle(output, {
    external: (id) => UNBUNDLED.includes(packageOf(id)),
    plugins: [filesInPlace(output)],
    maps: { sourcemapExcludeSources: true },
  });
}

async function bundle(output, { maps = {}, ...options }) {
  const bundled = await rolldown({ input: { main }, platform: "node", ...options });
  const { output: chunks } = await bundled.write({ dir: output, format: "esm", sourcemap: true, ...maps });
  await bundled.close();
  return chunks;
}

/** `@scope/name/part` is in the package `@scope/name`. */
function packageOf(id) {
  return id
    .split("/")
    .slice(0, id.startsWith("@") ? 2 : 1)
    .join("/");
}
