import { resolve } from "node:path";
import { makeBackup } from "@counterfoil/storage/embedded";
import { CommandError, type Command } from "../command.ts";
import { configurationOptions, readConfiguration } from "../configuration/configuration.ts";
import { reachServer } from "../platform/command-server.ts";
import { writeLastBackup } from "../backup/last-backup.ts";
import { keyNotice, KEY_FILE, OWN_SERVER_BACKUP } from "../backup/backup-words.ts";
import { archiveFailure } from "../backup/archive-failure.ts";
import { RELEASE } from "../release.ts";
import { megabytes } from "../backup/megabytes.ts";
import { listenForStop } from "../platform/stop-request.ts";
import { showSteps } from "../terminal/steps.ts";
import { styleFor } from "../terminal/style.ts";

/** Files of the data folder, apart from the database, that `npm start` needs after a restore. */
const EXTRA_FILES = ["keys.json"];
const STOPPED = 130;

export const backup: Command = {
  description: [
    "FOLDER must not exist yet. The database may run during the backup. The backup contains a hash of every file. The",
    "restore command turns it into a data folder: as of the end of the backup or, with COUNTERFOIL_WAL_ARCHIVE, as of",
    "any later instant. docs/backup.md has the details, and explains how to back up your own PostgreSQL server.",
  ].join("\n"),
  example: "backup /mnt/backup/2026-03-01",
  operand: "FOLDER",
  options: {
    "with-secret-key": { type: "boolean", help: `Include ${KEY_FILE}, the key that encrypts secrets` },
    data: configurationOptions.data,
    json: {
      type: "boolean",
      help: "Print {folder, bytes, files, startedAt, endedAt, firstSegment, secretKey, archiving}",
    },
  },
  async run(invocation) {
    const { operand } = invocation;
    if (operand === undefined) throw new CommandError("Name the folder to create: backup FOLDER.", 2);
    const target = resolve(operand);
    const configuration = readConfiguration(invocation, process.env);
    if (configuration.databaseUrl !== null) throw new CommandError(OWN_SERVER_BACKUP, 2);
    const isWithKey = invocation.flag("with-secret-key");
    const stop = listenForStop();
    const server = await reachServer(configuration);
    try {
      const url = server.ownerUrl;
      const steps = showSteps(process.stderr, styleFor(process.stderr, process.env));
      const made = await steps.run("Backup", async ({ tell }) => {
        const manifest = await makeBackup({
          url,
          folder: configuration.dataFolder,
          target,
          extraFiles: isWithKey ? [...EXTRA_FILES, KEY_FILE] : EXTRA_FILES,
          release: RELEASE,
          onProgress: (bytes, total) => tell(`${megabytes(bytes)} of ${megabytes(total)}`, bytes / total),
          signal: stop.signal,
        }).catch((cause: unknown) => {
          if (!stop.signal.aborted) throw cause;
          throw new CommandError("Stopped. Nothing was saved.", STOPPED, { cause });
        });
        await writeLastBackup(configuration.dataFolder, { folder: target, endedAt: manifest.endedAt });
        const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
        return { manifest, bytes, said: `${manifest.files.length} files, ${megabytes(bytes)}` };
      });
      const { isOn, failure } = await archiveFailure(url);
      if (failure !== null) console.error(failure);
      const { manifest, bytes } = made;
      const hasKey = manifest.files.some(({ path }) => path === KEY_FILE);
      if (invocation.flag("json")) {
        const { startedAt, endedAt, firstSegment, files } = manifest;
        const figures = { folder: target, bytes, files: files.length, startedAt, endedAt, firstSegment };
        console.log(JSON.stringify({ ...figures, secretKey: hasKey, archiving: isOn }));
      } else {
        console.log(`Backed up to ${target}, as of ${manifest.endedAt}`);
        console.log(isOn ? "Later changes are archived." : NOT_ARCHIVED);
      }
      const notice = await keyNotice(configuration.dataFolder, hasKey);
      if (notice !== null) console.error(notice);
      return failure === null ? 0 : 1;
    } finally {
      await server.stop();
      stop.end();
    }
  },
};

const NOT_ARCHIVED =
  "Later changes are lost with the disk until the next backup. COUNTERFOIL_WAL_ARCHIVE=FOLDER archives them.";
