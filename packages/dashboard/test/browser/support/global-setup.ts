import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import type { TestProject } from "vitest/node";
import { type Started, startPlatform } from "./start-platform.ts";

const builder = new URL("../../../../../scripts/bootstrap/dashboard.mjs", import.meta.url).href;

declare module "vitest" {
  interface ProvidedContext {
    started: Started;
    /** A folder with the text of each sign-in letter, by its recipient's address. */
    letters: string;
  }
}

/**
 * Starts the platform like a user, with demo data, once for all browser tests. Builds the pages first if they are
 * missing or older than their sources, because the program itself leaves that to `npm start`.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { buildDashboard } = (await import(builder)) as { buildDashboard: (node: string) => Promise<void> };
  await buildDashboard(process.execPath);
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-browser-"));
  const letters = join(folder, "letters");
  await mkdir(letters);
  const mail = await takeMail(letters);
  const platform = await startPlatform(folder, { SMTP_URL: mail.url, MAIL_FROM: "billing@example.com" });
  project.provide("started", platform.started);
  project.provide("letters", letters);
  return async () => {
    await platform.stop();
    await mail.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** An SMTP server that writes the text of each received mail into a folder: `person@example.com.txt`. */
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
