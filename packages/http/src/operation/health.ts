import type { KafkaRecordOfWork, WorkRecord } from "@counterfoil/service";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Ports } from "../ports.ts";
import { EXPOSITION, exposition } from "./exposition.ts";
import { kafkaFamilies } from "./kafka-families.ts";
import { type MetricsAccess, refuseForeignScrape } from "./metrics-access.ts";
import { clockFamilies, ingestionFamilies, poolFamily, requestLogFamily, workerFamilies } from "./own-families.ts";
import { watchProcess } from "./process-families.ts";
import { readiness } from "./readiness.ts";
import type { RequestTally } from "./request-tally.ts";
import { watchWaitingWork } from "./waiting-families.ts";

/** What the health paths depend on. */
export interface Watched {
  readonly ports: Pick<Ports, "database" | "clock" | "clockWatch" | "ingestion" | "requestLog">;
  readonly tally: RequestTally;
  /** The record of the worker in this process. */
  readonly record: WorkRecord | undefined;
  /** What the worker in this process consumes from Kafka. */
  readonly kafka?: KafkaRecordOfWork | undefined;
  /** Aborted as soon as the process is asked to stop. */
  readonly stopping: AbortSignal;
  readonly access: MetricsAccess;
  /** Counts a caller without access. */
  readonly countStranger: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Liveness: the process answers. Readiness: it should receive requests. Metrics: its state (R-OPS-4). */
export function addHealth(server: FastifyInstance, watched: Watched): void {
  const { ports, tally, record, kafka, stopping, access, countStranger } = watched;
  const schema = { hide: true };
  const processFamilies = watchProcess(server);
  // Metrics are served even if the clock is wrong: they report it.
  const waitingFamilies = watchWaitingWork({ ...ports, clock: ports.clockWatch?.source ?? ports.clock });

  server.get("/health/live", { schema }, async (_request, reply) => {
    reply.header("Cache-Control", "no-store");
    return { status: "ok" };
  });

  server.get("/health/ready", { schema }, async (_request, reply) => {
    const found = await readiness(ports, stopping);
    reply.status(found.status === "ok" ? 200 : 503).header("Cache-Control", "no-store");
    return found;
  });

  server.get("/health/metrics", { schema }, async (request, reply) => {
    try {
      refuseForeignScrape(access, request);
    } catch (error) {
      countStranger(request, reply);
      throw error;
    }
    const waiting = await waitingFamilies();
    reply.type(EXPOSITION).header("Cache-Control", "no-store");
    return exposition([
      ...waiting,
      ...ingestionFamilies(ports.ingestion),
      ...tally.families(),
      requestLogFamily(ports.requestLog),
      ...clockFamilies(ports.clockWatch),
      poolFamily(ports.database.connections()),
      ...workerFamilies(record?.standings() ?? []),
      ...kafkaFamilies(kafka?.standing()),
      ...processFamilies(),
    ]);
  });
}
