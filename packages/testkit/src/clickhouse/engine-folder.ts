import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The package with ClickHouse's engine, prebuilt. It is half a gigabyte, so the product does not depend on it. */
const ENGINE = "chdb@3.4.0";

/** Where it is installed, apart from all other packages. */
const FOLDER = fileURLToPath(new URL("../../../../node_modules/.cache/clickhouse-engine", import.meta.url));

/**
 * The folder whose packages contain the engine. The first call installs it with npm, which takes some seconds and half a
 * gigabyte of disk.
 *
 * @throws an error that says what failed and what to do, such as without a registry
 */
export async function clickHouseEngine(): Promise<string> {
  if (existsSync(join(FOLDER, "node_modules", "chdb", "package.json"))) return FOLDER;
  // Next to the final place, so that a killed installation leaves no half of an engine there.
  const unfinished = `${FOLDER}-${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  await writeFile(join(unfinished, "package.json"), '{"private":true}\n');
  try {
    await promisify(execFile)("npm", ["install", ENGINE, "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: unfinished,
    });
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true });
    throw new Error(
      `ClickHouse's engine is the npm package ${ENGINE} (550 MB), which could not be installed in ${FOLDER}: ` +
        `${(cause as Error).message.split("\n")[0]}. ` +
        "Check the registry and the free disk. Tests of the history can be left out: they are the shard history.",
      { cause },
    );
  }
  await rename(unfinished, FOLDER).catch(async (error: unknown) => {
    // Another process was faster.
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(FOLDER)) throw error;
  });
  return FOLDER;
}
