import type { CommandEntry } from "../command.ts";

/** Every command, in the order in which `--help` lists them. */
export const commands: readonly CommandEntry[] = [
  {
    name: "start",
    summary: "everything in one process, with its own database: to try it and to develop",
    load: async () => (await import("./start.ts")).start,
  },
  {
    name: "serve",
    summary: "the API and a worker on the database at DATABASE_URL",
    load: async () => (await import("./serve.ts")).serve,
  },
  {
    name: "worker",
    summary: "a worker alone on the database at DATABASE_URL",
    load: async () => (await import("./worker.ts")).worker,
  },
  {
    name: "bill run",
    summary: "bill and issue what is due now, and end",
    load: async () => (await import("./bill-run.ts")).billRun,
  },
  {
    name: "doctor",
    summary: "hold what is stored twice against each other, and repair it",
    load: async () => (await import("./doctor.ts")).doctor,
  },
  {
    name: "verify",
    summary: "compute every issued invoice again, and tell what differs",
    load: async () => (await import("./verify.ts")).verify,
  },
  {
    name: "events import",
    summary: "import usage events from a file, NDJSON or CSV",
    load: async () => (await import("./events-import.ts")).eventsImport,
  },
  {
    name: "events export",
    summary: "write usage events as NDJSON or CSV",
    load: async () => (await import("./events-export.ts")).eventsExport,
  },
  {
    name: "export",
    summary: "write all that an organization has to files",
    load: async () => (await import("./export.ts")).exportCommand,
  },
  {
    name: "backup",
    summary: "copy the embedded database into a folder, while it runs",
    load: async () => (await import("./backup.ts")).backup,
  },
  {
    name: "restore",
    summary: "make a data folder of a backup, as it was at an instant",
    load: async () => (await import("./restore.ts")).restore,
  },
  {
    name: "migrate",
    summary: "bring the database at DATABASE_URL to this release",
    load: async () => (await import("./migrate.ts")).migrateCommand,
  },
  {
    name: "seed",
    summary: "add the demonstration organization",
    load: async () => (await import("./seed.ts")).seed,
  },
  {
    name: "org create",
    summary: "make an organization and its first API key",
    load: async () => (await import("./org-create.ts")).orgCreate,
  },
  {
    name: "key create",
    summary: "make an API key for an organization",
    load: async () => (await import("./key-create.ts")).keyCreate,
  },
  {
    name: "person create",
    summary: "make a person who signs in: the first owner of an organization",
    load: async () => (await import("./person-create.ts")).personCreate,
  },
  {
    name: "person password",
    summary: "set another password for a person who cannot get in",
    load: async () => (await import("./person-password.ts")).personPassword,
  },
  {
    name: "person erase",
    summary: "remove a person who signs in, and what names them",
    load: async () => (await import("./person-erase.ts")).personErase,
  },
  {
    name: "generate",
    summary: "write the generated files of this repository again",
    load: async () => (await import("./generate.ts")).generate,
  },
];
