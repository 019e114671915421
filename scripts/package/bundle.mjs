import { isAbsolute, join } from "node:path";
import { rolldown } from "rolldown";
import { root } from "../bootstrap/root.mjs";
import { sourceFiles } from "./source-files.mjs";

/** What the package runs on. Newer syntax is translated. */
const TARGET = "node22";

/**
 * Bundles the command line and everything of ours that it imports.
 * @param {string} output an empty folder
 * @returns {Promise<Set<string>>} the packages that the bundle imports
 */
export async function bundle(output) {
  const bundled = await rolldown({
    input: { main: join(root, "packages/cli/src/main.ts") },
    platform: "node",
    external: (id) => !id.startsWith(".") && !id.startsWith("@counterfoil/") && !isAbsolute(id),
    transform: { target: TARGET },
    plugins: [sourceFiles(output)],
  });
  const { output: chunks } = await bundled.write({ dir: output, format: "esm", sourcemap: true });
  await bundled.close();
  const imports = chunks.flatMap((chunk) =>
    chunk.type === "chunk" ? [...chunk.imports, ...chunk.dynamicImports] : [],
  );
  const files = new Set(chunks.map(({ fileName }) => fileName));
  return new Set(imports.filter((id) => !files.has(id) && !id.startsWith("node:")).map(packageOf));
}

/** `@scope/name/part` is in the package `@scope/name`. */
function packageOf(id) {
  return id
    .split("/")
    .slice(0, id.startsWith("@") ? 2 : 1)
    .join("/");
}
