import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import type { TestProject } from "vitest/node";

const builder = new URL("../../../../../scripts/bootstrap/dashboard.mjs", import.meta.url).href;
const program = fileURLToPath(new URL("../../../../cli/src/main.ts", import.meta.url));

/** What `npm start` tells in `started.json`. */
export interface Started {
  readonly url: string;
  readonly apiKey: string;
  readonly email: string;
  readonly password: string;
}

declare module "vitest" {
  interface ProvidedContext {
    started: Started;
    /** A folder with the text of each letter that let somebody in, by the address it went to. */
    letters: string;
  }
}

/**
 * Starts the platform as a user does, with its demonstration, once for all stories in the browser. The pages are built first where they
 * are missing or older than their sources: the program itself leaves that to `npm start`.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { buildDashboard } = (await import(builder)) as { buildDashboard: (node: string) => Promise<void> };
  await buildDashboard(process.execPath);
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-browser-"));
  const letters = join(folder, "letters");
  await mkdir(letters);
  const mail = await takeMail(letters);
  const child = spawn(process.execPath, [program, "start", "--port", "0"], {
    env: { ...process.env, COUNTERFOIL_DATA: folder, SMTP_URL: mail.url, MAIL_FROM: "billing@example.com" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  await isReady(child);
  project.provide("started", JSON.parse(await readFile(join(folder, "started.json"), "utf8")) as Started);
  project.provide("letters", letters);
  return async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
    await mail.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** An SMTP server that writes the text of what it takes into a folder: `person@example.com.txt`. */
async function takeMail(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  async function keep(stream: Readable, to: readonly { address: string }[], done: (error?: Error) => void) {
    try {
      const { text = "" } = await simpleParser(stream);
      for (const { address } of to) await writeFile(join(folder, `${address}.txt`), text);
      done();
    } catch (error) {
      done(error as Error);
    }
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, { envelope }, done) => void keep(stream, envelope.rcptTo, done),
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) };
}

/** Resolves once it prints how it is stopped, which it does when everything answers. */
async function isReady(child: ChildProcess): Promise<void> {
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += String(chunk);
      if (said.includes("Ctrl-C")) resolve();
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("exit", (code) => reject(new Error(`The platform ended with ${code}:\n${said}`)));
  });
}
