import { mkdtemp, chmod, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { accessPage, createServer, routes } from "@counterfoil/http";
import { applicationUrl, generateTables, migrate } from "@counterfoil/storage";
import { startEmbeddedPostgres } from "@counterfoil/storage/embedded";
import { asOwner } from "../platform/owner-connection.ts";
import { openPorts } from "../platform/ports.ts";
import { clientFiles } from "./client/client-files.ts";
import type { OpenApi } from "./client/open-api.ts";
import { goFiles } from "./clients/go-files.ts";
import { pythonFiles } from "./clients/python-files.ts";
import { dumpSchema } from "./schema-dump.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { modelPricesFile } from "./model-prices.ts";

/** Generates the files with a PostgreSQL server in a temporary folder, and removes both afterwards. */
export async function generatedFiles(onProgress: (line: string) => void): Promise<GeneratedFile[]> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-generate-"));
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({ folder, onProgress, settings: { fsync: "off" } });
  try {
    await migrate(server.url, (file) => onProgress(`Applying ${file}`));
    const { checks, tables } = await generateTables(server.url);
    const openApi = await openApiText(applicationUrl(server.url));
    const document = JSON.parse(openApi) as OpenApi;
    return [
      { path: "packages/storage/src/checks.gen.ts", text: checks },
      { path: "packages/storage/src/tables.gen.ts", text: tables },
      { path: "packages/storage/schema.sql", text: await asOwner(server.url, dumpSchema) },
      { path: "docs/access.md", text: accessPage(routes) },
      { path: "packages/http/openapi.json", text: openApi },
      await modelPricesFile(),
      ...clientFiles(document),
      ...pythonFiles(document),
      ...goFiles(document),
    ];
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    // If the server's user cannot read the folder, the data is in another one.
    if (dirname(server.dataFolder) !== folder) await rm(dirname(server.dataFolder), { recursive: true, force: true });
  }
}

async function openApiText(appUrl: string): Promise<string> {
  const ports = openPorts(appUrl);
  try {
    const server = await createServer(ports);
    const answer = await server.inject({ method: "GET", url: "/openapi.json" });
    await server.close();
    if (answer.statusCode !== 200) throw new Error(`The OpenAPI document cannot be written: ${answer.body}`);
    return `${JSON.stringify(answer.json(), null, 2)}\n`;
  } finally {
    await ports.close();
  }
}
