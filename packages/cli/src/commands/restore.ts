import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { toInstantText } from "@counterfoil/service";
import { restoreBackup, type RestoreRequest } from "@counterfoil/storage/embedded";
import { CommandError, type Command, type Invocation } from "../command.ts";
import { configurationOptions, readConfiguration } from "../configuration/configuration.ts";
import { KEY_FILE } from "../backup/backup-words.ts";
import { listenForStop } from "../platform/stop-request.ts";
import { showSteps } from "../terminal/steps.ts";
import { styleFor } from "../terminal/style.ts";

const STOPPED = 130;
const STEP_NAMES = { log: "Checking the log", files: "Copying", recovery: "Recovering" } as const;

export const restore: Command = {
  description: [
    "Makes a data folder of a backup, in --data, which has to be empty or not there yet. Every file is held against its hash.",
    "With --archive what happened after the backup is restored too, up to the instant of --until. Nothing is sent meanwhile:",
    "look at what was restored with verify and doctor before npm start sends mail and webhooks again. docs/backup.md tells more.",
  ].join("\n"),
  operand: "BACKUP",
  options: {
    data: configurationOptions.data,
    until: { type: "string", value: "INSTANT", help: "all that was committed before it, such as 2026-03-01T09:30:00Z" },
    archive: { type: "string", value: "FOLDER", help: "what COUNTERFOIL_WAL_ARCHIVE named" },
    lost: {
      type: "string",
      value: "FOLDER",
      help: "the data folder of the server that is gone, for the last minute, which was not archived any more",
    },
    "up-to-gap": { type: "boolean", help: "where a part of the log is missing or damaged, go as far as it is whole" },
    json: { type: "boolean", help: "print {folder, backupEndedAt, until, lastCommitAt, gap, secretKey}" },
  },
  async run(invocation) {
    const { operand } = invocation;
    if (operand === undefined) throw new CommandError("Which backup? Name its folder.", 2);
    const { dataFolder, databaseUrl } = readConfiguration(invocation, process.env);
    if (databaseUrl !== null) {
      throw new CommandError(
        "DATABASE_URL names a server of your own; a backup of the embedded one is restored into a data folder. Restore yours " +
          "with what made its backup, or leave DATABASE_URL out. docs/backup.md tells more.",
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
        throw new CommandError("Stopped; nothing was kept.", STOPPED, { cause });
      });
      return { ...restored, said: `${restored.manifest.files.length} files, each as it was backed up` };
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
      console.log(`Restored ${dataFolder}${request.until === null ? "" : ` as it was before ${request.until}`}.`);
      console.log(
        lastCommitAt === null
          ? `Nothing was committed after the backup's end, ${manifest.endedAt}.`
          : `The last that was committed is of ${lastCommitAt}.`,
      );
      if (!hasKey) {
        console.log(
          `There is no ${KEY_FILE}: put yours into ${dataFolder}, or set COUNTERFOIL_SECRET as it was, before you start.`,
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
    throw new CommandError(`--until is an instant such as 2026-03-01T09:30:00Z; not "${text}".`, 2, { cause });
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
