import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CommandError, type Command } from "../command.ts";
import { RELEASE } from "../release.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { grouped } from "../events/import-report.ts";
import type { ExportedFile } from "../export/export-file.ts";
import { exportOrganization } from "../export/export-organization.ts";
import { chooseOrganization, organizationOption } from "../platform/choose-organization.ts";
import { dataOption, onDatabase, WHICH_DATABASE } from "../platform/command-database.ts";
import { commandContext } from "../platform/ports.ts";
import { listenForStop } from "../platform/stop-request.ts";
import { showSteps } from "../terminal/steps.ts";
import { styleFor } from "../terminal/style.ts";

const STOPPED = 130;

export const exportCommand: Command = {
  description: [
    "Writes to FOLDER an NDJSON file for each kind of resource, as the API shows it, the usage events in the format",
    "of events import, and manifest.json with counts and SHA-256 hashes. All files show the same instant. The export",
    "contains no API keys and no secrets. The platform can keep running.",
    WHICH_DATABASE,
    "See docs/export-and-erasure.md.",
  ].join("\n"),
  example: "export ./acme --organization Acme --documents",
  operand: "FOLDER",
  options: {
    organization: organizationOption,
    documents: { type: "boolean", help: "Include the PDFs of issued invoices and credit notes" },
    ...dataOption,
    json: { type: "boolean", help: "Print the manifest" },
  },
  async run(invocation) {
    const { operand } = invocation;
    if (operand === undefined) throw new CommandError("Name the folder to create: export FOLDER.", 2);
    const folder = resolve(operand);
    await refuseTaken(folder);
    const configuration = readConfiguration(invocation, process.env);
    const documents = invocation.flag("documents");
    const unfinished = `${folder}.unfinished`;
    const stop = listenForStop();
    const steps = showSteps(process.stderr, styleFor(process.stderr, process.env));
    try {
      const manifest = await onDatabase(configuration, async (ports, ownerUrl) => {
        const { id, name } = await chooseOrganization(ownerUrl, invocation.text("organization"));
        await rm(unfinished, { recursive: true, force: true });
        await mkdir(unfinished, { recursive: true, mode: 0o700 });
        const exportedAt = ports.clock.now();
        const { files } = await steps.run("Export", async ({ tell }) => {
          const onProgress = (file: string, count: number) =>
            void (process.stderr.isTTY && tell(`${file}  ${grouped(count)}`));
          const context = commandContext(ports, id, "export");
          const written = await exportOrganization(context, {
            folder: unfinished,
            documents,
            onProgress,
            signal: stop.signal,
          });
          return { files: written, said: `${grouped(linesOf(written))} lines in ${written.length} files` };
        });
        return { organizationId: id, organization: name, release: RELEASE, exportedAt, files };
      });
      const text = `${JSON.stringify(manifest, null, 2)}\n`;
      await writeFile(join(unfinished, "manifest.json"), text, { mode: 0o600, flush: true });
      await rm(folder, { recursive: true, force: true });
      await rename(unfinished, folder);
      if (invocation.flag("json")) console.log(JSON.stringify(manifest));
      else console.log(`Exported ${manifest.organization} (${manifest.organizationId}) to ${folder}.`);
      return 0;
    } catch (cause) {
      await rm(unfinished, { recursive: true, force: true });
      if (!stop.signal.aborted) throw cause;
      throw new CommandError("Stopped. Nothing was saved.", STOPPED, { cause });
    } finally {
      stop.end();
    }
  },
};

function linesOf(files: readonly ExportedFile[]): number {
  return files.reduce((sum, { count }) => sum + (count ?? 0), 0);
}

/** An empty folder may exist already. */
async function refuseTaken(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined || (found.isDirectory() && (await readdir(folder)).length === 0)) return;
  throw new CommandError(`${folder} exists already. An export overwrites nothing; name another folder.`);
}
