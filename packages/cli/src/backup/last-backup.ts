import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The last backup of a data folder. */
interface LastBackup {
  readonly folder: string;
  /** The instant that it restores. */
  readonly endedAt: string;
}

const FILE = "last-backup.json";

/** Records a finished backup in the data folder, for the check of its age. A backup does not contain the record. */
export async function writeLastBackup(dataFolder: string, { folder, endedAt }: LastBackup): Promise<void> {
  const unfinished = join(dataFolder, `${FILE}.unfinished`);
  await writeFile(unfinished, `${JSON.stringify({ folder, endedAt }, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, join(dataFolder, FILE));
}

/** Null if the data folder was never backed up. */
export async function readLastBackup(dataFolder: string): Promise<LastBackup | null> {
  const text = await readFile(join(dataFolder, FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as LastBackup);
}
