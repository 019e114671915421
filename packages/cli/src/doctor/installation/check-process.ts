import { statfs } from "node:fs/promises";
import { connect } from "node:net";
import type { Configuration } from "../../configuration/configuration.ts";
import { readSecretKeys } from "../../platform/secret-keys.ts";
import { fault, type Finding, ok, warning } from "./finding.ts";

const LEAST_FREE_SHARE = 0.1;
const FEWEST_DIFFERENT_CHARACTERS = 12;
const GREETING_MILLISECONDS = 5_000;

/** The checks of this machine and its settings. */
export async function checkProcess(configuration: Configuration): Promise<Finding[]> {
  return [await secret(configuration), await disk(configuration), await mail(configuration)];
}

async function secret(configuration: Configuration): Promise<Finding> {
  const [key] = await readSecretKeys(configuration);
  const remedy =
    'Set COUNTERFOIL_SECRET to the output of "openssl rand -base64 32". docs/secrets.md explains a change.';
  if (key === undefined) return fault("Secret", "no key", remedy);
  const different = new Set(key).size;
  return different < FEWEST_DIFFERENT_CHARACTERS
    ? fault("Secret", `${key.length} characters, but only ${different} different ones`, remedy)
    : ok("Secret", `${key.length} characters`);
}

/** Only the embedded database is on a disk of this machine. */
async function disk({ databaseUrl, dataFolder }: Configuration): Promise<Finding> {
  if (databaseUrl !== null) return ok("Disk", "that of the database server is not visible from here");
  const { bavail, blocks, bsize } = await statfs(dataFolder);
  const found = `${((bavail * bsize) / 1_000_000_000).toFixed(1)} GB free of ${((blocks * bsize) / 1_000_000_000).toFixed(1)} GB`;
  return bavail / blocks < LEAST_FREE_SHARE
    ? fault("Disk", found, `Free space on the disk of ${dataFolder}, or move the folder.`)
    : ok("Disk", found);
}

/** Connects and waits for the greeting. Sends no mail and no password. */
async function mail({ mail: { smtp } }: Configuration): Promise<Finding> {
  if (smtp === null) return warning("Mail", "SMTP_URL is not set", "Set SMTP_URL and MAIL_FROM to send mail.");
  const { host, port, encryption } = smtp.address;
  const at = `${host}:${port}`;
  const answer = await greeting(host, port, encryption === "implicit");
  return answer.startsWith("220") || answer === "connected"
    ? ok("Mail", `${at} answers`)
    : fault("Mail", `${at}: ${answer}`, "Check SMTP_URL, and that the firewall allows this connection.");
}

function greeting(host: string, port: number, isEncrypted: boolean): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: GREETING_MILLISECONDS });
    const end = (answer: string) => {
      socket.destroy();
      resolve(answer);
    };
    // With TLS from the start, the server greets only after the handshake.
    if (isEncrypted) socket.once("connect", () => end("connected"));
    socket.once("data", (chunk: Buffer) => end(chunk.toString("latin1").split("\r\n")[0] ?? ""));
    socket.once("timeout", () => end("no greeting within 5 s"));
    socket.once("error", ({ message }) => end(message));
    socket.once("end", () => end("closed without a greeting"));
  });
}
