import { cpus, totalmem } from "node:os";
import type pg from "pg";

/** The machine and its programs in one line, for reports and pictures. */
export async function machineInWords(owner?: pg.Client): Promise<string> {
  const { rows } = (await owner?.query<{ version: string }>("select current_setting('server_version') as version")) ?? {
    rows: [],
  };
  const postgres = rows.map(({ version }) => `, PostgreSQL ${version.split(" ")[0]}`);
  return `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}${postgres.join("")}`;
}
