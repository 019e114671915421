import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";

/** What a running server keeps in its data folder for itself only: a restored one would be misled by it, or makes it anew. */
const ownedByTheRun = new Set([
  "postmaster.pid",
  "postmaster.opts",
  "current_logfiles",
  "backup_label",
  "tablespace_map",
  "recovery.signal",
  "standby.signal",
]);

/** Folders that must be there and may be empty. */
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

/** Copied last and by itself: it says from where recovery would begin. */
export const controlFile = "global/pg_control";

export interface ClusterFiles {
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  /** Every folder, so that empty ones are made too. */
  readonly folders: readonly string[];
}

/** What a base backup copies of a data folder, as PostgreSQL's manual lists it. Paths are from that folder. */
export async function listClusterFiles(dataFolder: string): Promise<ClusterFiles> {
  const files: { path: string; bytes: number }[] = [];
  const folders: string[] = [];
  async function walk(folder: string): Promise<void> {
    for (const entry of await readdir(join(dataFolder, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isSymbolicLink() && path !== "pg_wal") {
        throw new EmbeddedPostgresError(
          `${join(dataFolder, path)} leads out of the data folder, which a backup does not follow (tablespaces are not supported).`,
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
