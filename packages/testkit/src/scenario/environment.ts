import type { AddressInfo } from "node:net";
import { createDocumentRenderer } from "@counterfoil/documents";
import { createServer, type Ports } from "@counterfoil/http";
import {
  type AllowedTargets,
  type Clock,
  type Database,
  addPerson,
  createIds,
  createOrganization,
  createSecrets,
  createWorkRecord,
  type MailDelivery,
  openIdentity,
  openServices,
  type OrganizationInput,
  type PaymentApi,
  type Role,
  signInSecrets,
  systemClock,
  type WebhookSender,
} from "@counterfoil/service";
import { type ConflictRetries, openDatabase, openPeopleDatabase, type PeopleDatabase } from "@counterfoil/storage";
import { startWorker, type Worker } from "@counterfoil/worker";
import { recordEnvironment } from "../examples/recorded-environment.ts";
import { judgeEnvironment } from "../judge/judged-environment.ts";
import { createTestDatabase, type TestDatabase } from "../postgres/index.ts";
import { type Api, createApi } from "./api.ts";

/** The whole platform in this process: a database of its own, the server on a free port, and a worker. */
export interface Environment {
  readonly url: string;
  readonly ports: Ports;
  readonly database: TestDatabase;
  /** An organization that shares nothing with the others, and a key of it that may do everything. */
  createOrganization(settings?: OrganizationInput): Promise<TestOrganization>;
  /** Makes somebody a member of an organization, who signs in with `PASSWORD`. Answers their id. */
  addPerson(organizationId: string, email: string, role: Role): Promise<string>;
  /** The token in the latest letter to somebody, of which a mail alone speaks. */
  tokenInLetterTo(email: string): Promise<string>;
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

/** What the secrets of every story are sealed under, in each of its processes. */
export const TEST_SECRET = "what is sealed in tests is no secret";
/** Of everybody in a story. */
export const PASSWORD = "a password of twelve";

/** Short, so that a story does not wait; a worker that stands looks once in this time. */
const PAUSE_MILLISECONDS = 20;

export interface EnvironmentOptions {
  /** How the workers send mail and webhooks, which they catch unless told. */
  readonly mail?: MailDelivery;
  readonly webhooks?: WebhookSender;
  /** Where webhooks may go beside the public internet. */
  readonly webhookTargets?: AllowedTargets;
  /** Where the payment provider is reached. */
  readonly paymentApi?: PaymentApi;
  /** Instead of an empty one; removed in the end all the same. */
  readonly database?: TestDatabase;
  /** Puts something between the platform and its database, which fails at will. */
  readonly wrapDatabase?: (database: Database) => Database;
  /** The same for what proves who people are. */
  readonly wrapPeople?: (people: PeopleDatabase) => PeopleDatabase;
  /** How often a transaction that conflicts with another runs again, where it is not as in earnest. */
  readonly conflictRetries?: ConflictRetries;
  /** What the server could not do is not written out: where it is made to fail, that is no news. */
  readonly isSilent?: boolean;
  /** No worker runs until one is started. */
  readonly isIdle?: boolean;
}

/** @param clock what the server and its workers take for the present; test clocks are apart from it. */
export async function startEnvironment(
  clock: Clock = systemClock,
  options: EnvironmentOptions = {},
): Promise<Environment> {
  const testDatabase = options.database ?? (await createTestDatabase());
  const opened = openDatabase(
    testDatabase.appUrl,
    options.conflictRetries === undefined ? {} : { conflictRetries: options.conflictRetries },
  );
  const database = options.wrapDatabase?.(opened) ?? opened;
  const documents = createDocumentRenderer();
  const ids = createIds(clock);
  const people = openPeopleDatabase(testDatabase.peopleUrl);
  const identity = openIdentity(options.wrapPeople?.(people) ?? people, {
    clock,
    ids,
    secrets: signInSecrets([TEST_SECRET]),
  });
  const secrets = createSecrets([TEST_SECRET]);
  const { paymentApi, webhookTargets } = options;
  // What a customer reaches is the server itself.
  let ownAddress = "";
  const ports: Ports = {
    database,
    ...openServices(database),
    clock,
    ids,
    documents,
    identity,
    secrets,
    paymentApi,
    webhookTargets,
    pagesAddress: () => ownAddress,
  };
  // What the server could not do is nobody's secret here.
  const record = createWorkRecord(clock);
  const level = options.isSilent === true ? "silent" : "error";
  const server = await createServer(ports, { logger: { level }, record });
  await server.listen({ port: 0, host: "127.0.0.1" });
  const judged = await judgeEnvironment(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
  const recorded = await recordEnvironment(judged.url, testDatabase);
  const { url } = recorded;
  ownAddress = url;
  const failures: unknown[] = [];
  const workers: Worker[] = [];

  function startOneWorker(): Worker {
    const worker = startWorker({
      ...ports,
      record,
      onError: (error) => failures.push(error),
      pauseMilliseconds: PAUSE_MILLISECONDS,
      ...(options.mail === undefined ? {} : { mail: options.mail }),
      ...(options.webhooks === undefined ? {} : { webhooks: options.webhooks }),
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
    async addPerson(organizationId, email, role) {
      const context = { ...ports, organizationId, actor: { type: "command", id: "test" } as const, requestId: null };
      return (await addPerson(context, identity, { email, name: email, password: PASSWORD, role })).id;
    },
    async tokenInLetterTo(email) {
      const text = "select id, token from letter where recipient = $1 order by created_at desc, id desc limit 1";
      const [letter] = await people.sql<{ id: string; token: string }>(text, [email]);
      if (letter === undefined) throw new Error(`no letter goes to ${email}`);
      return identity.letterSecrets.open(letter.token, { organizationId: "", holder: letter.id, name: "letter_token" });
    },
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
      await people.close();
      try {
        await recorded.end();
        await judged.end(testDatabase);
      } finally {
        await testDatabase.drop();
      }
    },
  };
}
