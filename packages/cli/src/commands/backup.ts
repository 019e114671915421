import { resolve } from "node:path";
import { makeBackup } from "@counterfoil/storage/embedded";
import { CommandError, type Command } from "../command.ts";
import { configurationOptions, readConfiguration } from "../configuration/configuration.ts";
import { reachServer } from "../platform/command-server.ts";
import { keyNotice, KEY_FILE, OWN_SERVER_BACKUP } from "../backup/backup-words.ts";
import { archiveFailure } from "../backup/archive-failure.ts";
import { RELEASE } from "../backup/release.ts";
import { megabytes } from "../backup/megabytes.ts";
import { listenForStop } from "../platform/stop-request.ts";
import { showSteps } from "../terminal/steps.ts";
import { styleFor } from "../terminal/style.ts";

/** Of the data folder, beside the database: what `npm start` needs to open it as before. */
const BESIDE = ["keys.json"];
const STOPPED = 130;

export const backup: Command = {
  description: [
    "Copies the database of npm start into FOLDER, while it runs or not, with a hash of every file. restore makes a data",
    "folder of it again: as it was at the backup's end or, with COUNTERFOIL_WAL_ARCHIVE, at any instant after.",
    "docs/backup.md tells more, and how a PostgreSQL server of your own is backed up.",
  ].join("\n"),
  operand: "FOLDER",
  options: {
    "with-secret-key": { type: "boolean", help: `copy ${KEY_FILE} too, instead of keeping it apart` },
    data: configurationOptions.data,
    json: {
      type: "boolean",
      help: "print {folder, bytes, files, startedAt, endedAt, firstSegment, secretKey, archiving}",
    },
  },
  async run(invocation) {
    const { operand } = invocation;
    if (operand === undefined) throw new CommandError("Where to? Name a folder that is not there yet.", 2);
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
          beside: isWithKey ? [...BESIDE, KEY_FILE] : BESIDE,
          release: RELEASE,
          onProgress: (bytes, total) => tell(`${megabytes(bytes)} of ${megabytes(total)}`, bytes / total),
          signal: stop.signal,
        }).catch((cause: unknown) => {
          if (!stop.signal.aborted) throw cause;
          throw new CommandError("Stopped; nothing was kept.", STOPPED, { cause });
        });
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
        console.log(`${target} holds the database as it was at ${manifest.endedAt}`);
        console.log(isOn ? "What happens from now on is archived." : NOT_ARCHIVED);
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
  "What happens from now on is lost with the disk until the next backup: COUNTERFOIL_WAL_ARCHIVE=FOLDER archives it.";
