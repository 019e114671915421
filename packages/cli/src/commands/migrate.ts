import { readUpgrade } from "@counterfoil/storage";
import { CommandError, type Command } from "../command.ts";
import { readServerConfiguration } from "../platform/command-database.ts";
import { aheadText, migrateDatabase } from "../platform/migrate-database.ts";
import { openDatabaseServer } from "../platform/database-server.ts";
import { serverName } from "../platform/owner-connection.ts";
import { showUpgrade, WAITING } from "../upgrade/show-upgrade.ts";

/** The exit code of `migrate --check` if a migration is pending. */
const PENDING = 4;

export const migrateCommand: Command = {
  description: [
    "Applies all missing migrations. DATABASE_URL must name the owner of the database. If the owner cannot create",
    "roles, create the application's role yourself and set DATABASE_APP_URL. The command is safe to repeat and to run",
    "concurrently. With --check it changes nothing, and exits with 0 if the database is up to date and with 4 if a",
    "migration is pending.",
  ].join("\n"),
  example: "migrate --check",
  options: {
    check: {
      type: "boolean",
      help: "Print each pending migration, the tables that it locks, who waits, and about how long",
    },
    json: { type: "boolean", help: "Print {applied: [file]}; with --check {pending: [migration], seconds}" },
  },
  async run(invocation) {
    const configuration = readServerConfiguration(invocation);
    const json = invocation.flag("json");
    const tell = (line: string) => void (json || console.log(line));
    await openDatabaseServer(configuration, tell);
    if (invocation.flag("check")) return check(configuration.databaseUrl, json);
    const applied = await migrateDatabase(configuration.databaseUrl, (file) => tell(`Applying ${file}`));
    if (json) console.log(JSON.stringify({ applied }));
    else console.log(applied.length === 0 ? "Up to date" : `Applied ${applied.length} migrations`);
    return 0;
  },
};

async function check(databaseUrl: string, json: boolean): Promise<number> {
  const upgrade = await readUpgrade(databaseUrl);
  const { pending, ahead } = upgrade;
  if (ahead.length > 0) throw new CommandError(aheadText(databaseUrl, ahead));
  if (json) console.log(JSON.stringify({ pending: pending.map(toJson), seconds: sum(pending) }));
  else console.log(showUpgrade(upgrade, serverName(databaseUrl)));
  return pending.length === 0 ? 0 : PENDING;
}

function toJson({ locks, ...migration }: Awaited<ReturnType<typeof readUpgrade>>["pending"][number]) {
  return { ...migration, locks: locks.map((lock) => ({ ...lock, waiting: WAITING[lock.mode] })) };
}

function sum(pending: readonly { readonly seconds: number }[]): number {
  return pending.reduce((total, { seconds }) => total + seconds, 0);
}
