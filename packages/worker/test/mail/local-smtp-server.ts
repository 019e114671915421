import type { AddressInfo, Socket } from "node:net";
import { createSmtpMailer, type SmtpMailer } from "@counterfoil/worker";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";

/** A received mail: its bytes and its parsed content. */
export interface TakenMail {
  readonly envelopeFrom: string;
  readonly envelopeTo: readonly string[];
  readonly raw: string;
  readonly parsed: ParsedMail;
}

export interface LocalSmtpServer {
  readonly port: number;
  readonly taken: TakenMail[];
  /** A mailer that sends to this server from `billing@seller.example`. */
  readonly mailer: SmtpMailer;
  stop(): Promise<void>;
}

type Refusal = Error & { responseCode: number };

/** An SMTP response with an error code. */
export function smtpRefusal(responseCode: number, message: string): Refusal {
  return Object.assign(new Error(message), { responseCode });
}

export interface ServerBehaviour {
  /** Called for each recipient. Return an error to reject it. */
  readonly refuses?: (address: string) => Error | undefined;
  /** Called when the whole mail was received. Return true to break the connection before the server confirms it. */
  readonly drops?: (mail: TakenMail) => boolean;
  readonly options?: SMTPServerOptions;
  readonly port?: number;
}

/** Starts a real SMTP server on a free port of this machine, which stores the bytes that it receives. */
export async function startSmtpServer(behaviour: ServerBehaviour = {}): Promise<LocalSmtpServer> {
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    ...behaviour.options,
    onRcptTo(address, _session, done) {
      done(behaviour.refuses?.(address.address) ?? null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => void answer(Buffer.concat(chunks), session, done));
    },
  });

  async function answer(bytes: Buffer, session: SMTPServerSession, done: () => void): Promise<void> {
    if (!(await keep(bytes, session))) done();
  }

  /** Returns whether the connection was dropped instead of answered. */
  async function keep(bytes: Buffer, { envelope }: SMTPServerSession): Promise<boolean> {
    const { mailFrom, rcptTo } = envelope;
    const mail: TakenMail = {
      envelopeFrom: mailFrom === false ? "" : mailFrom.address,
      envelopeTo: rcptTo.map(({ address }) => address),
      raw: bytes.toString("latin1"),
      parsed: await simpleParser(bytes),
    };
    taken.push(mail);
    if (behaviour.drops?.(mail) !== true) return false;
    for (const socket of sockets) socket.destroy();
    return true;
  }

  server.on("error", () => undefined);
  const sockets = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(behaviour.port ?? 0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const mailer = createSmtpMailer(
    { host: "127.0.0.1", port, user: null, password: null, encryption: "opportunistic" },
    "billing@seller.example",
  );
  return {
    port,
    taken,
    mailer,
    async stop() {
      mailer.close();
      const stopped = new Promise<void>((resolve) => server.close(() => resolve()));
      // The server would wait for half a minute for other mailers.
      for (const socket of sockets) socket.destroy();
      await stopped;
    },
  };
}
