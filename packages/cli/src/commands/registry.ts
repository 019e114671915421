import type { CommandEntry } from "../command.ts";
import { catalogCommands } from "./catalog-commands.ts";
import { remoteCommands } from "../remote/registry.ts";

/** Every command, in the order in which `--help` lists them. */
export const commands: readonly CommandEntry[] = [
  {
    name: "start",
    summary: "Run everything in one process, with an embedded database, for evaluation and development",
    load: async () => (await import("./start.ts")).start,
  },
  {
    name: "serve",
    summary: "Run the API and a worker on the database at DATABASE_URL",
    load: async () => (await import("./serve.ts")).serve,
  },
  {
    name: "worker",
    summary: "Run a worker without the API on the database at DATABASE_URL",
    load: async () => (await import("./worker.ts")).worker,
  },
  {
    name: "bill run",
    summary: "Bill and issue everything that is due, then exit",
    load: async () => (await import("./bill-run.ts")).billRun,
  },
  {
    name: "doctor",
    summary: "Check derived and sealed data against its source, and repair it",
    load: async () => (await import("./doctor.ts")).doctor,
  },
  {
    name: "verify",
    summary: "Recompute every issued invoice and report differences",
    load: async () => (await import("./verify.ts")).verify,
  },
  {
    name: "history status",
    summary: "Show how far events are copied to ClickHouse",
    load: async () => (await import("./history-status.ts")).historyStatus,
  },
  {
    name: "history verify",
    summary: "Compare the events in ClickHouse with PostgreSQL",
    load: async () => (await import("./history-verify.ts")).historyVerify,
  },
  {
    name: "history repair",
    summary: "Copy events to ClickHouse again from the first block that differs",
    load: async () => (await import("./history-repair.ts")).historyRepair,
  },
  {
    name: "history drop",
    summary: "Drop copied months from PostgreSQL",
    load: async () => (await import("./history-drop.ts")).historyDrop,
  },
  {
    name: "history rebuild",
    summary: "Copy all events to ClickHouse again",
    load: async () => (await import("./history-rebuild.ts")).historyRebuild,
  },
  {
    name: "events import",
    summary: "Import usage events from an NDJSON or CSV file",
    load: async () => (await import("./events-import.ts")).eventsImport,
  },
  {
    name: "events export",
    summary: "Export usage events as NDJSON or CSV",
    load: async () => (await import("./events-export.ts")).eventsExport,
  },
  {
    name: "export",
    summary: "Export all data of an organization to files",
    load: async () => (await import("./export.ts")).exportCommand,
  },
  {
    name: "backup",
    summary: "Back up the embedded database to a folder",
    load: async () => (await import("./backup.ts")).backup,
  },
  {
    name: "restore",
    summary: "Restore a backup to a data folder, optionally as of an instant",
    load: async () => (await import("./restore.ts")).restore,
  },
  {
    name: "migrate",
    summary: "Migrate the database at DATABASE_URL to this release",
    load: async () => (await import("./migrate.ts")).migrateCommand,
  },
  {
    name: "seed",
    summary: "Add a sandbox organization with demo data",
    load: async () => (await import("./seed.ts")).seed,
  },
  {
    name: "org create",
    summary: "Create an organization and its first API key",
    load: async () => (await import("./org-create.ts")).orgCreate,
  },
  {
    name: "key create",
    summary: "Create an API key for an organization",
    load: async () => (await import("./key-create.ts")).keyCreate,
  },
  {
    name: "person create",
    summary: "Create a person who can sign in, such as the first owner",
    load: async () => (await import("./person-create.ts")).personCreate,
  },
  {
    name: "person password",
    summary: "Set a new password for a person",
    load: async () => (await import("./person-password.ts")).personPassword,
  },
  {
    name: "person erase",
    summary: "Erase a person and their personal data",
    load: async () => (await import("./person-erase.ts")).personErase,
  },
  ...remoteCommands,
  ...catalogCommands,
  {
    name: "completion",
    summary: "Print a completion script for bash, zsh or fish",
    load: async () => {
      const { completionOf } = await import("../remote/commands/completion.ts");
      return completionOf(() => commands);
    },
  },
];
