import type { AddressInfo } from "node:net";
import { createDocumentRenderer } from "@counterfoil/documents";
import { createServer, type Ports } from "@counterfoil/http";
import {
  type Clock,
  createIds,
  createOrganization,
  type MailDelivery,
  type OrganizationInput,
  type PaymentApi,
  systemClock,
} from "@counterfoil/service";
import { openDatabase } from "@counterfoil/storage";
import { startWorker, type Worker } from "@counterfoil/worker";
import { createTestDatabase, type TestDatabase } from "../postgres/index.ts";
import { type Api, createApi } from "./api.ts";

/** The whole platform in this process: a database of its own, the server on a free port, and a worker. */
export interface Environment {
  readonly url: string;
  readonly ports: Ports;
  readonly database: TestDatabase;
  /** An organization that shares nothing with the others, and a key of it that may do everything. */
  createOrganization(settings?: OrganizationInput): Promise<TestOrganization>;
  /** A client with another key, or with none. */
  api(token: string): Api;
  /** One more worker beside the first, as another process would run it. */
  startWorker(): Worker;
  /** What the workers could not do; a story fails on it. */
  readonly failures: unknown[];
  stop(): Promise<void>;
}

export interface TestOrganization {
  readonly id: string;
  readonly api: Api;
}

/** Short, so that a story does not wait; a worker that stands looks once in this time. */
const PAUSE_MILLISECONDS = 20;

/**
 * @param clock what the server and its workers take for the present; test clocks are apart from it.
 * @param options how the workers send mail, which they catch unless told; where the payment provider is reached; and `isIdle`:
 * no worker runs until one is started.
 */
export async function startEnvironment(
  clock: Clock = systemClock,
  options: { mail?: MailDelivery; paymentApi?: PaymentApi; isIdle?: boolean } = {},
): Promise<Environment> {
  const testDatabase = await createTestDatabase();
  const database = openDatabase(testDatabase.appUrl);
  const documents = createDocumentRenderer();
  const ports: Ports = { database, clock, ids: createIds(clock), documents, paymentApi: options.paymentApi };
  // What the server could not do is nobody's secret here.
  const server = await createServer(ports, { logger: { level: "error" } });
  await server.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  const failures: unknown[] = [];
  const workers: Worker[] = [];

  function startOneWorker(): Worker {
    const worker = startWorker({
      ...ports,
      onError: (error) => failures.push(error),
      pauseMilliseconds: PAUSE_MILLISECONDS,
      ...(options.mail === undefined ? {} : { mail: options.mail }),
    });
    workers.push(worker);
    return worker;
  }

  if (options.isIdle !== true) startOneWorker();
  return {
    url,
    ports,
    database: testDatabase,
    failures,
    startWorker: startOneWorker,
    api: (token) => createApi(url, token),
    async createOrganization(settings = {}) {
      const actor = { type: "command", id: "test" } as const;
      const context = { ...ports, organizationId: ports.ids.next("org"), actor, requestId: null };
      const { organization, key } = await createOrganization(context, { name: "Story", sandbox: true, ...settings });
      return { id: organization.id, api: createApi(url, key.token) };
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await server.close();
      await documents.close();
      await database.close();
      await testDatabase.drop();
    },
  };
}
