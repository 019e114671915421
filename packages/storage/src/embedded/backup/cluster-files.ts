import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";

/**
 * Files in the data folder that belong to the running server only. They would mislead a restored server, or it creates
 * them again.
 */
const ownedByTheRun = new Set([
  "postmaster.pid",
  "postmaster.opts",
  "current_logfiles",
  "backup_label",
  "tablespace_map",
  "recovery.signal",
  "standby.signal",
]);

/** Folders that must exist but may be empty. */
const emptied = new Set([
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);

/** Copied last and separately, because it says where recovery begins. */
export const controlFile = "global/pg_control";

export interface ClusterFiles {
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  /** All folders, so that empty ones are created, too. */
  readonly folders: readonly string[];
}

/**
 * The files that a base backup copies from a data folder, according to PostgreSQL's manual. Paths are relative to that
 * folder.
 */
export async function listClusterFiles(dataFolder: string): Promise<ClusterFiles> {
  const files: { path: string; bytes: number }[] = [];
  const folders: string[] = [];
  async function walk(folder: string): Promise<void> {
    for (const entry of await readdir(join(dataFolder, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isSymbolicLink() && path !== "pg_wal") {
        throw new EmbeddedPostgresError(
          `${join(dataFolder, path)} points outside the data folder. Backups do not support tablespaces; ` +
            "move it into the data folder.",
        );
      }
      if (entry.isDirectory() || path === "pg_wal") {
        if (entry.name.startsWith("pgsql_tmp")) continue;
        folders.push(path);
        if (!emptied.has(path)) await walk(path);
      } else if (entry.isFile() && isCopied(path, entry.name)) {
        const bytes = await stat(join(dataFolder, path)).then(
          ({ size }) => size,
          () => undefined,
        );
        if (bytes !== undefined) files.push({ path, bytes });
      }
    }
  }
  await walk("");
  return { files, folders: [...folders, "pg_wal/archive_status", "pg_wal/summaries"] };
}

function isCopied(path: string, name: string): boolean {
  if (path === controlFile || ownedByTheRun.has(path)) return false;
  return !name.startsWith("pgsql_tmp") && !name.startsWith("pg_internal.init");
}
