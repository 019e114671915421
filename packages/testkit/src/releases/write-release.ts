// node packages/testkit/src/releases/write-release.ts RELEASE [LAST_MIGRATION]
//
// Runs the release story on a temporary server, and stores the resulting rows and every statement that was sent.
// docs/upgrading.md says when to run it.
import { mkdir, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { migrate } from "@counterfoil/storage";
import pg from "pg";
import { createTestDatabase, serverAddress, startTestServer } from "../postgres/index.ts";
import { startEnvironment } from "../scenario/environment.ts";
import { dumpRows, releasesFolder, STATEMENT_END } from "./release-dump.ts";
import { tellReleaseStory } from "./release-story.ts";
import { recordStatements } from "./record-statements.ts";

const [release, last] = process.argv.slice(2);
if (release === undefined || !/^\d+\.\d+\.\d+$/.test(release)) throw new Error("Name a release, such as 0.1.0.");

const statements = recordStatements();
const server = await startTestServer((ownerUrl) => migrate(ownerUrl, undefined, last));
process.env[serverAddress] = server.url;
try {
  const database = await createTestDatabase();
  const environment = await startEnvironment(undefined, { database });
  statements.begin();
  await tellReleaseStory(environment);
  statements.end();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const migrations = (await owner.query("select file, sha256 from schema_migration order by file")).rows;
  const rows = await dumpRows(owner);
  await owner.end();
  await environment.stop();
  const folder = new URL(`${release}/`, releasesFolder);
  await mkdir(folder, { recursive: true });
  const marked = { release, isReleased: false, migrations };
  await writeFile(new URL("release.json", folder), `${JSON.stringify(marked, null, 2)}\n`);
  await writeFile(new URL("rows.sql.gz", folder), gzipSync(rows, { level: 9 }));
  const texts = statements.texts();
  await writeFile(new URL("statements.sql.gz", folder), gzipSync(texts.join(STATEMENT_END), { level: 9 }));
  console.log(
    `${release}: ${migrations.length} migrations, ${rows.length} characters of rows, ${texts.length} statements`,
  );
} finally {
  await server.stop();
}
