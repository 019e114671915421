import { createDocumentRenderer } from "@counterfoil/documents";
import { type Database, openDatabase } from "@counterfoil/storage";
import { createTestDatabase } from "@counterfoil/testkit/postgres";
import {
  type Context,
  createIds,
  createOrganization,
  createSecrets,
  openServices,
  type Services,
} from "../../src/index.ts";

export interface Apart {
  readonly database: Database;
  readonly ownerUrl: string;
  /** Creates an organization in it, at noon on January 10, 2024. */
  createOrganization(name: string, id?: string): Promise<Context & Services>;
  stop(): Promise<void>;
}

/** Starts a separate database without a worker. */
export async function startApart(): Promise<Apart> {
  const testDatabase = await createTestDatabase();
  const database = openDatabase(testDatabase.appUrl);
  const documents = createDocumentRenderer();
  const clock = { now: () => "2024-01-10T12:00:00.000Z" };
  const ids = createIds(clock);
  const services = openServices(database);
  return {
    database,
    ownerUrl: testDatabase.ownerUrl,
    async createOrganization(name, id = ids.next("org")) {
      const context: Context & Services = {
        database,
        ...services,
        clock,
        ids,
        documents,
        secrets: createSecrets([]),
        requestId: null,
        organizationId: id,
        actor: { type: "command", id: "test" },
      };
      await createOrganization(context, { name, sandbox: true });
      return context;
    },
    async stop() {
      await documents.close();
      await database.close();
      await testDatabase.drop();
    },
  };
}
