import { DomainError, type KafkaRecordOfWork, type WorkRecord } from "@counterfoil/service";
import Fastify, { type FastifyInstance } from "fastify";
import { sendProblem } from "../problem.ts";
import { addHealth, type Watched } from "./health.ts";
import type { MetricsAccess } from "./metrics-access.ts";
import { tallyRequests } from "./request-tally.ts";

export interface HealthServerOptions {
  readonly record: WorkRecord;
  readonly kafka?: KafkaRecordOfWork | undefined;
  readonly stopping: AbortSignal;
  readonly access: MetricsAccess;
}

/** Only the paths below /health, for a worker, which does not serve the API. */
export async function createHealthServer(
  ports: Watched["ports"],
  { record, kafka, stopping, access }: HealthServerOptions,
): Promise<FastifyInstance> {
  const server = Fastify({ logger: false, return503OnClosing: false, forceCloseConnections: "idle" });
  const tally = tallyRequests(server);
  server.setErrorHandler((error: Error, request, reply) => sendProblem(error, request, reply));
  server.setNotFoundHandler((request, reply) =>
    sendProblem(new DomainError("not_found", "A worker serves only paths below /health."), request, reply),
  );
  addHealth(server, { ports, tally, record, kafka, stopping, access, countStranger: () => undefined });
  await server.ready();
  return server;
}
