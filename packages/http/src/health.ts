import type { FastifyInstance } from "fastify";
import type { Ports } from "./ports.ts";

/** Liveness says that the process answers; readiness that the database does as well (R-OPS-4). */
export function addHealth(server: FastifyInstance, ports: Ports): void {
  const schema = { hide: true };
  server.get("/health/live", { schema }, async () => ({ status: "ok" }));
  server.get("/health/ready", { schema }, async () => {
    await ports.database.unscoped("select 1");
    return { status: "ok" };
  });
}
