// Bundles the command line into the folder that is named: `node scripts/program.mjs build/program/<hash>`. The commands of
// package.json run it when sources have changed.
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { bundleProgram } from "./package/bundle.mjs";

const output = resolve(process.argv[2]);
await rm(output, { recursive: true, force: true });
await bundleProgram(output);
