import type { ModelCatalog } from "@counterfoil/engine";
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
import { AT_ONCE, openTestHistory } from "../clickhouse/index.ts";
import { judgeEnvironment } from "../judge/judged-environment.ts";
import { createTestDatabase, type TestDatabase } from "../postgres/index.ts";
import { type Api, createApi } from "./api.ts";
import { runProgram } from "./run-program.ts";

/**
 * The whole platform in this process: its own database, the server on a free port, and a worker. If COUNTERFOIL_PROGRAM
 * is the path of a built package's program, and a test asks for nothing special, the server and the worker are processes
 * of that program instead.
 */
export interface Environment {
  readonly url: string;
  readonly ports: Ports;
  readonly database: TestDatabase;
  /** Creates an isolated organization, and an API key with all scopes. */
  createOrganization(settings?: OrganizationInput): Promise<TestOrganization>;
  /** Adds a member to an organization, who signs in with `PASSWORD`. Returns the person's ID. */
  addPerson(organizationId: string, email: string, role: Role): Promise<string>;
  /** The token in the latest letter to this address; only the mail contains it. */
  tokenInLetterTo(email: string): Promise<string>;
  /** A client with another key, or without one. */
  api(token: string): Api;
  /** Starts another worker, like a second process. */
  startWorker(): Worker;
  /** Failures of the workers. A story fails if there are any. */
  readonly failures: unknown[];
  stop(): Promise<void>;
}

export interface TestOrganization {
  readonly id: string;
  readonly api: Api;
}

/** The key that encrypts the secrets of every story, in each of its processes. */
export const TEST_SECRET = "what is sealed in tests is no secret";
/** The password of every person in a story. */
export const PASSWORD = "a password of twelve";

/** Short, so that stories do not wait. An idle worker looks for work at this interval. */
const PAUSE_MILLISECONDS = 20;
/** Longer than in production: a test may send a hundred requests at once to a machine that runs other tests. */
const CONNECT_MILLISECONDS = 30_000;

export interface EnvironmentOptions {
  /** How the workers send mail and webhooks. By default they catch them. */
  readonly mail?: MailDelivery;
  readonly webhooks?: WebhookSender;
  /** Targets outside the public internet to which webhooks may go. */
  readonly webhookTargets?: AllowedTargets;
  /** The payment provider's API. */
  readonly paymentApi?: PaymentApi;
  /** Used instead of an empty database; also dropped in the end. */
  readonly database?: TestDatabase;
  /** Wraps the platform's database, so that it can fail on demand. */
  readonly wrapDatabase?: (database: Database) => Database;
  /** Wraps the database of people in the same way. */
  readonly wrapPeople?: (people: PeopleDatabase) => PeopleDatabase;
  /** How often a transaction is retried after a conflict, if it differs from production. */
  readonly conflictRetries?: ConflictRetries;
  /** Prices of models instead of the built-in ones. */
  readonly modelCatalog?: ModelCatalog;
  /** Does not print the server's errors, for tests that cause them on purpose. */
  readonly isSilent?: boolean;
  /** No worker runs until the test starts one. */
  readonly isIdle?: boolean;
}

/** @param clock the present time for the server and its workers; test clocks are independent of it */
export async function startEnvironment(
  clock: Clock = systemClock,
  options: EnvironmentOptions = {},
): Promise<Environment> {
  const testDatabase = options.database ?? (await createTestDatabase());
  const history = openTestHistory();
  const opened = openDatabase(testDatabase.appUrl, {
    history,
    connectMilliseconds: CONNECT_MILLISECONDS,
    modelCatalog: options.modelCatalog ?? null,
    ...(options.conflictRetries === undefined ? {} : { conflictRetries: options.conflictRetries }),
  });
  const database = options.wrapDatabase?.(opened) ?? opened;
  const documents = createDocumentRenderer();
  const ids = createIds(clock);
  const people = openPeopleDatabase(testDatabase.peopleUrl);
  const identity = openIdentity(options.wrapPeople?.(people) ?? people, {
    clock,
    ids,
    secrets: signInSecrets([TEST_SECRET]),
    sendsMail: options.mail?.mailer !== null,
  });
  const secrets = createSecrets([TEST_SECRET]);
  const { paymentApi, webhookTargets } = options;
  // Customers reach the server directly.
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
  const failures: unknown[] = [];
  const program = process.env["COUNTERFOIL_PROGRAM"];
  const isPlain = clock === systemClock && Object.keys(options).length === 0;
  const running =
    program !== undefined && isPlain
      ? await runProgram({
          program,
          ownerUrl: testDatabase.ownerUrl,
          secret: TEST_SECRET,
          onFailure: (line) => failures.push(line),
        })
      : undefined;
  // Prints the server's errors, unless the test causes them on purpose.
  const record = createWorkRecord(clock);
  const level = options.isSilent === true ? "silent" : "error";
  const server = await createServer(ports, { logger: { level }, record });
  await server.listen({ port: 0, host: "127.0.0.1" });
  const own = running?.url ?? `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  const judged = await judgeEnvironment(own);
  const recorded = await recordEnvironment(judged.url, testDatabase);
  const { url } = recorded;
  ownAddress = url;
  const workers: Worker[] = [];

  function startOneWorker(): Worker {
    const worker = startWorker({
      ...ports,
      record,
      onError: (error) => failures.push(error),
      pauseMilliseconds: PAUSE_MILLISECONDS,
      history,
      historyPace: AT_ONCE,
      ...(options.mail === undefined ? {} : { mail: options.mail }),
      ...(options.webhooks === undefined ? {} : { webhooks: options.webhooks }),
    });
    workers.push(worker);
    return worker;
  }

  if (options.isIdle !== true && running === undefined) startOneWorker();
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
      await Promise.all([running?.stop(), ...workers.map((worker) => worker.stop())]);
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
