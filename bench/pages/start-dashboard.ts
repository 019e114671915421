import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { builtProgram } from "@counterfoil/testkit/built-program";
import pg from "pg";
import { chromium } from "playwright-core";
import { startEmbeddedPostgres } from "../../packages/storage/src/embedded/index.ts";

/** The platform as `npm start` creates it, with the demo and a signed-in user. */
export interface Dashboard {
  readonly url: string;
  /** The session cookie. */
  readonly session: Awaited<ReturnType<typeof signIn>>;
  /** Adds this many accounts, for long lists. */
  addAccounts(count: number): Promise<void>;
  stop(): Promise<void>;
}

const program = await builtProgram();

export async function startDashboard(executablePath: string): Promise<Dashboard> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-bench-"));
  const server = await startEmbeddedPostgres({ folder });
  const platform = spawn(process.execPath, [program, "start", "--port", "0"], {
    env: { ...process.env, COUNTERFOIL_DATA: folder, DATABASE_URL: server.url },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await isReady(platform);
  const started = JSON.parse(await readFile(join(folder, "started.json"), "utf8")) as Started;
  return {
    url: started.url,
    session: await signIn(started, executablePath),
    async addAccounts(count) {
      await using owner = await connectedTo(server.url);
      // Copies one of them, by its columns.
      await owner.client.query(
        `insert into account select (jsonb_populate_record(one, jsonb_build_object(
           'id', 'acct_' || lpad(n::text, 26, '0'), 'name', 'Account ' || n, 'external_id', null))).*
         from account as one, generate_series(1, $1::int) as n where one.id = (select min(id) from account)`,
        [count],
      );
      await owner.client.query("analyze account");
    },
    async stop() {
      const ended = new Promise((resolve) => platform.once("exit", resolve));
      platform.kill("SIGTERM");
      await ended;
      await server.stop();
      await rm(folder, { recursive: true, force: true });
      await rm(dirname(server.dataFolder), { recursive: true, force: true });
    },
  };
}

async function connectedTo(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

interface Started {
  readonly url: string;
  readonly email: string;
  readonly password: string;
}

async function signIn({ url, email, password }: Started, executablePath: string) {
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/app/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/app/");
  const session = await context.storageState();
  await browser.close();
  return session;
}

/** Resolves when it prints how to stop it, which is when everything responds. */
async function isReady(child: ChildProcess): Promise<void> {
  let said = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      said += String(chunk);
      if (said.includes("Ctrl-C")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`The platform ended with ${code}:\n${said}`)));
  });
}
