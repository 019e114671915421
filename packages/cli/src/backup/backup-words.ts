import { stat } from "node:fs/promises";
import { join } from "node:path";

/** The file in the data folder with the key that encrypts secrets. */
export const KEY_FILE = "secret.key";

export const OWN_SERVER_BACKUP = [
  "This command backs up the embedded database, but DATABASE_URL names your own server. Back it up with PostgreSQL's",
  "own tool:",
  '  pg_basebackup --pgdata=FOLDER --wal-method=stream --checkpoint=fast --dbname="$DATABASE_URL"',
  "or use pgBackRest or WAL-G to restore to any instant, or the backups of your provider. See docs/backup.md.",
].join("\n");

/**
 * A warning about the key file, whether it is in the backup or not; null without a key file, as with
 * COUNTERFOIL_SECRET.
 */
export async function keyNotice(dataFolder: string, isInBackup: boolean): Promise<string | null> {
  const path = join(dataFolder, KEY_FILE);
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (!isThere) return null;
  return isInBackup
    ? `${KEY_FILE} is in the backup. It decrypts the secrets in the database, so protect the backup like a password.`
    : `NOT in the backup: ${path}. Without it, you must enter payment provider keys and webhook secrets again after ` +
        "a restore. Keep a copy in another place than the backups, or include it with --with-secret-key.";
}
