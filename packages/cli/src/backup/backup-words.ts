import { stat } from "node:fs/promises";
import { join } from "node:path";

/** Of the data folder: what secrets are sealed under. */
export const KEY_FILE = "secret.key";

export const OWN_SERVER_BACKUP = [
  "DATABASE_URL names a server of your own, and this command copies the files of the embedded one only. Back yours up with",
  "what PostgreSQL brings:",
  '  pg_basebackup --pgdata=FOLDER --wal-method=stream --checkpoint=fast --dbname="$DATABASE_URL"',
  "with pgBackRest or WAL-G for restores to any instant, or with what your provider offers. docs/backup.md tells more.",
].join("\n");

/** What has to be known of the key beside a backup; null where there is none, as with COUNTERFOIL_SECRET. */
export async function keyNotice(dataFolder: string, isInBackup: boolean): Promise<string | null> {
  const path = join(dataFolder, KEY_FILE);
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (!isThere) return null;
  return isInBackup
    ? `${KEY_FILE} is in the backup: whoever has it can use the secrets that are sealed in the database. Keep it like a password.`
    : `NOT in the backup: ${path}. Without it, keys of payment providers and secrets of webhooks have to be entered again after ` +
        "a restore. Keep a copy of it apart from the backups (or copy it along with --with-secret-key).";
}
