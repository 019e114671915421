// Runs a benchmark of bench/ by name: `npm run bench -- events`. Without a name, lists them.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./bootstrap/root.mjs";

const folder = join(root, "bench");
const files = await readdir(folder).catch(() => []);
const names = files.filter((file) => file.endsWith(".ts")).map((file) => file.slice(0, -3));
const [name, ...rest] = process.argv.slice(2);

if (name !== undefined && names.includes(name)) {
  const script = join(folder, `${name}.ts`);
  process.argv = [process.argv[0], script, ...rest];
  await import(pathToFileURL(script).href);
} else {
  console.error(name === undefined ? "Which benchmark?" : `There is no benchmark "${name}".`);
  for (const known of names) console.error(`  npm run bench -- ${known}`);
  process.exitCode = 2;
}
