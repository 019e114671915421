import { cp, mkdir } from "node:fs/promises";
import { basename, dirname, join, posix, relative, resolve, sep } from "node:path";
import { root } from "../bootstrap/root.mjs";
import { Refusal } from "../bootstrap/refusal.mjs";

const packages = join(root, "packages");
/** A program that a module starts: a thread or a child process. */
const program = /new URL\("([\w-]+)\.ts", import\.meta\.url\)|join\(import\.meta\.dirname, "([\w-]+)\.ts"\)/g;
/** A file or folder that a module reads. */
const file =
  /(?:new URL\(|join\(import\.meta\.dirname, |createRequire\(import\.meta\.url\)\()"([\w./-]+)"(?:, import\.meta\.url)?\)/g;
const font = /require\.resolve\("(@expo-google-fonts\/[^"]+)"\)/g;
/** Uses of a module's place that read nothing by themselves. */
const harmless = /createRequire\(import\.meta\.url\);|import\.meta\.filename/g;

/**
 * Keeps what modules read at run time next to the bundle: a module's place becomes `files/<package>/<path>`, where the files
 * are copied to.
 * @param {string} output the folder of the bundle
 * @returns {import("rolldown").Plugin}
 */
export function copiedFiles(output) {
  return keepingFiles(async (code, id) => {
    const others = code.replaceAll(program, "");
    for (const [, path] of others.matchAll(file)) await copyFile(resolve(dirname(id), path), output);
    for (const [, path] of code.matchAll(font)) await copyFont(path, output);
    const bundled = code.replaceAll(font, (_, path) => `(import.own.dirname + "/files/fonts/${basename(path)}")`);
    return inBundle(bundled, `files/${relative(packages, id)}`);
  });
}

/**
 * Lets the bundle read the files of the sources.
 * @param {string} output the folder of the bundle
 * @returns {import("rolldown").Plugin}
 */
export function filesInPlace(output) {
  return keepingFiles(async (code, id) => inBundle(code, relative(output, id)));
}

/**
 * A module finds its files by its own place, which is another one in a bundle. A program that a module starts becomes an
 * entry of the bundle. Fails if a module uses its place in a way that this does not know.
 * @param {(code: string, id: string) => Promise<string>} bundled the code of a module with a place of its own in the bundle
 * @returns {import("rolldown").Plugin}
 */
function keepingFiles(bundled) {
  return {
    name: "source-files",
    async transform(code, id) {
      if (!id.startsWith(packages) || !(code.includes("import.meta") || code.includes("@expo-google-fonts")))
        return null;
      refuseUnknownUse(code, id);
      for (const [, url, path] of code.matchAll(program)) {
        const name = url ?? path;
        this.emitFile({ type: "chunk", id: join(dirname(id), `${name}.ts`), fileName: `${name}.js` });
      }
      return { code: await bundled(code, id), map: null };
    },
  };
}

/**
 * Stays on the same lines, so that source maps stay right.
 * @param {string} path the module's place, from the folder of the bundle
 */
function inBundle(code, path) {
  const place = path.replaceAll(sep, "/");
  return code
    .replaceAll(program, (use) => use.replace('.ts"', '.js"').replace("import.meta", "import.own"))
    .replaceAll("import.meta.url", `new URL("${place}", import.own.url).href`)
    .replaceAll("import.meta.dirname", `(import.own.dirname + "/${posix.dirname(place)}")`)
    .replaceAll("import.own", "import.meta");
}

function refuseUnknownUse(code, id) {
  const rest = [program, file, harmless].reduce((text, known) => text.replaceAll(known, ""), code);
  if (!rest.includes("import.meta")) return;
  throw new Refusal(
    `${relative(root, id)} uses import.meta in a way that scripts/package/source-files.mjs does not know. ` +
      'Use new URL("…", import.meta.url) or join(import.meta.dirname, "…") with a literal path.',
  );
}

async function copyFile(from, output) {
  const hidden = (path) => basename(path).startsWith(".");
  await cp(from, join(output, "files", relative(packages, from)), { recursive: true, filter: (path) => !hidden(path) });
}

/** Only the weights that documents use, with their license: the packages of all fonts take 260 MB. */
async function copyFont(path, output) {
  const fonts = join(output, "files/fonts");
  await mkdir(fonts, { recursive: true });
  await cp(join(root, "node_modules", path), join(fonts, basename(path)));
  const name = path.split("/").slice(0, 2).join("/");
  await cp(join(root, "node_modules", name, "LICENSE_FONT"), join(fonts, `LICENSE-${basename(name)}`));
}
