import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { toInstantText } from "@counterfoil/service";
import { restoreBackup, type RestoreRequest } from "@counterfoil/storage/embedded";
import { CommandError, type Command, type Invocation } from "../command.ts";
import { configurationOptions, readConfiguration } from "../configuration/configuration.ts";
import { KEY_FILE } from "../backup/backup-words.ts";
import { START } from "../invocation.ts";
import { listenForStop } from "../platform/stop-request.ts";
import { showSteps } from "../terminal/steps.ts";
import { styleFor } from "../terminal/style.ts";

const STOPPED = 130;
const STEP_NAMES = { log: "Checking the log", files: "Copying", recovery: "Recovering" } as const;

export const restore: Command = {
  description: [
    "Restores to the folder of --data, which must be empty or missing, and checks every file against its hash. With",
    "--archive, changes after the backup are restored too, until the instant of --until. The command sends no mail",
    `and no webhooks: check the data with verify and doctor before you run ${START}. See docs/backup.md.`,
  ].join("\n"),
  example: "restore /mnt/backup/2026-03-01 --data /srv/restored --archive /mnt/archive --until 2026-03-02T09:30:00Z",
  operand: "BACKUP",
  options: {
    data: configurationOptions.data,
    until: {
      type: "string",
      value: "INSTANT",
      help: "Restore what was committed before this instant, such as 2026-03-01T09:30:00Z",
    },
    archive: { type: "string", value: "FOLDER", help: "The archive folder, as in COUNTERFOIL_WAL_ARCHIVE" },
    lost: {
      type: "string",
      value: "FOLDER",
      help: "Data folder of the lost server, for the last minute, which was not archived",
    },
    "up-to-gap": { type: "boolean", help: "If a part of the log is missing or damaged, restore up to it" },
    json: { type: "boolean", help: "Print {folder, backupEndedAt, until, lastCommitAt, gap, secretKey}" },
  },
  async run(invocation) {
    const { operand } = invocation;
    if (operand === undefined) throw new CommandError("Name the folder of the backup to restore.", 2);
    const { dataFolder, databaseUrl } = readConfiguration(invocation, process.env);
    if (databaseUrl !== null) {
      throw new CommandError(
        "DATABASE_URL names your own server, but this command restores an embedded database to a data folder. Restore your " +
          "server with the tool that made its backup, or unset DATABASE_URL. See docs/backup.md.",
        2,
      );
    }
    const stop = listenForStop();
    const folderOption = (name: string) => {
      const given = invocation.text(name);
      return given === undefined ? null : resolve(given);
    };
    const request: RestoreRequest = {
      backup: resolve(operand),
      folder: dataFolder,
      until: untilOf(invocation),
      archive: folderOption("archive"),
      lost: folderOption("lost"),
      acceptsGap: invocation.flag("up-to-gap"),
      signal: stop.signal,
    };
    const steps = showSteps(process.stderr, styleFor(process.stderr, process.env));
    const outcome = await steps.run("Restore", async ({ tell }) => {
      const onProgress: RestoreRequest["onProgress"] = (step, share) =>
        step === "recovery" ? tell(STEP_NAMES[step]) : tell(STEP_NAMES[step], share);
      const restored = await restoreBackup({ ...request, onProgress }).catch((cause: unknown) => {
        if (!stop.signal.aborted) throw cause;
        throw new CommandError("Stopped. Nothing was saved.", STOPPED, { cause });
      });
      return { ...restored, said: `${restored.manifest.files.length} files, all hashes match` };
    });
    stop.end();
    const hasKey = await isThere(join(dataFolder, KEY_FILE));
    const { manifest, lastCommitAt, gap } = outcome;
    if (gap !== null) console.error(gap);
    if (invocation.flag("json")) {
      const { until } = request;
      const backupEndedAt = manifest.endedAt;
      console.log(JSON.stringify({ folder: dataFolder, backupEndedAt, until, lastCommitAt, gap, secretKey: hasKey }));
    } else {
      console.log(`Restored ${dataFolder}${request.until === null ? "" : ` as of ${request.until}`}.`);
      console.log(
        lastCommitAt === null
          ? `No transaction was committed after the end of the backup, ${manifest.endedAt}.`
          : `The last transaction was committed at ${lastCommitAt}.`,
      );
      if (!hasKey) {
        console.log(
          `There is no ${KEY_FILE}. Before you start, copy yours to ${dataFolder}, or set COUNTERFOIL_SECRET to its old value.`,
        );
      }
    }
    return gap === null ? 0 : 3;
  },
};

function untilOf(invocation: Invocation): string | null {
  const text = invocation.text("until");
  if (text === undefined) return null;
  try {
    return toInstantText(text, "UTC");
  } catch (cause) {
    throw new CommandError(`--until is "${text}"; expected an instant such as 2026-03-01T09:30:00Z.`, 2, { cause });
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
