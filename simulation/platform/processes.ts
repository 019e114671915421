import { openServices, type Services } from "@counterfoil/service";
import type { SimulationServer } from "./server.ts";
import { type FusedDatabase, withFuse } from "./fuse.ts";

/** A process of the platform. What it knows beyond the database is lost when it ends. */
export interface Process {
  readonly fused: FusedDatabase;
  readonly services: Services;
}

/** Starts processes, and reuses those that were not killed, to save connections. */
export interface Processes {
  start(): Process;
  /** Ends a killed process and keeps another for reuse. */
  release(process: Process): void;
  stop(): Promise<void>;
}

export function createProcesses(server: SimulationServer): Processes {
  const idle: Process[] = [];
  const inners = new Map<Process, { close(): Promise<void> }>();
  const closing: Promise<void>[] = [];
  return {
    start() {
      const waiting = idle.pop();
      if (waiting !== undefined) return waiting;
      const inner = server.openDatabase();
      const fused = withFuse(inner);
      const process = { fused, services: openServices(fused.database) };
      inners.set(process, inner);
      return process;
    },
    release(process) {
      process.fused.disarm();
      if (!process.fused.hasBlown) {
        idle.push(process);
        return;
      }
      closing.push(inners.get(process)?.close() ?? Promise.resolve());
      inners.delete(process);
    },
    async stop() {
      await Promise.all([...closing, ...[...inners.values()].map((inner) => inner.close())]);
    },
  };
}
