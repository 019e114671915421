import type { WorkRecord } from "@counterfoil/service";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Ports } from "../ports.ts";
import { EXPOSITION, exposition } from "./exposition.ts";
import { type MetricsAccess, refuseForeignScrape } from "./metrics-access.ts";
import { clockFamilies, ingestionFamilies, poolFamily, workerFamilies } from "./own-families.ts";
import { watchProcess } from "./process-families.ts";
import { readiness } from "./readiness.ts";
import type { RequestTally } from "./request-tally.ts";
import { watchWaitingWork } from "./waiting-families.ts";

/** What a process tells those who run it stands on this. */
export interface Watched {
  readonly ports: Pick<Ports, "database" | "clock" | "clockWatch" | "ingestion">;
  readonly tally: RequestTally;
  /** Of the worker in this process. */
  readonly record: WorkRecord | undefined;
  /** Aborted as soon as somebody asks the process to stop. */
  readonly stopping: AbortSignal;
  readonly access: MetricsAccess;
  /** Counts one who asks without the right. */
  readonly countStranger: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Liveness says that the process answers; readiness that requests should come; metrics how it is (R-OPS-4). */
export function addHealth(server: FastifyInstance, watched: Watched): void {
  const { ports, tally, record, stopping, access, countStranger } = watched;
  const schema = { hide: true };
  const processFamilies = watchProcess(server);
  // Metrics are told by a clock that is wrong, too: they say so.
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
      ...clockFamilies(ports.clockWatch),
      poolFamily(ports.database.connections()),
      ...workerFamilies(record?.standings() ?? []),
      ...processFamilies(),
    ]);
  });
}
