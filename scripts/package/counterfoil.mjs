#!/usr/bin/env node
// Imports nothing that an older Node lacks before it has checked the version.
import { join } from "node:path";

const oldest = 22;

if (Number(process.versions.node.split(".")[0]) < oldest) {
  console.error(
    `Counterfoil needs Node ${oldest} or newer; this is ${process.version} (${process.execPath}). ` +
      "Install it from https://nodejs.org or with your system's packages, and start again.",
  );
  process.exitCode = 1;
} else {
  const { enableCompileCache } = await import("node:module");
  // Below the package, because others could write to a folder for temporary files. If the package is read-only, nothing is kept.
  // An empty variable counts as unset: Node would take it for the current folder.
  enableCompileCache(process.env.NODE_COMPILE_CACHE || join(import.meta.dirname, "../.cache"));
  await import(new URL("../dist/main.js", import.meta.url).href);
}
