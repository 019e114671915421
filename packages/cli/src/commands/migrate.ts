import type { Command } from "../command.ts";
import { readServerConfiguration } from "../platform/command-database.ts";
import { migrateDatabase } from "../platform/migrate-database.ts";
import { openDatabaseServer } from "../platform/database-server.ts";

export const migrateCommand: Command = {
  description: [
    "Applies the migrations that the database at DATABASE_URL is missing. DATABASE_URL names its owner, who may make the",
    "role that the platform connects as; or DATABASE_APP_URL names one that you made. Safe to run again and at once.",
  ].join("\n"),
  options: { json: { type: "boolean", help: "print {applied: [file]}" } },
  async run(invocation) {
    const configuration = readServerConfiguration(invocation);
    const json = invocation.flag("json");
    const tell = (line: string) => void (json || console.log(line));
    await openDatabaseServer(configuration, tell);
    const applied = await migrateDatabase(configuration.databaseUrl, (file) => tell(`Applying ${file}`));
    if (json) console.log(JSON.stringify({ applied }));
    else console.log(applied.length === 0 ? "Up to date" : `Done: ${applied.length} migrations applied`);
    return 0;
  },
};
