import { coreTime, type CoreTime, memoryMebibytes } from "../platform/cores.ts";
import { percentile } from "../platform/measure.ts";
import type { ComparedSystem } from "./compared-system.ts";
import type { tasks } from "./tasks.ts";

export type TaskName = keyof typeof tasks;

/** One measurement of one system. */
export interface Turn {
  /** How many units were done. */
  readonly count: number;
  /** Until the last response, or the last invoice. */
  readonly seconds: number;
  /** Milliseconds of a request. */
  readonly p50: number;
  readonly p99: number;
  /** CPU seconds, until work in the background has ended as well. */
  readonly cpu: { readonly server: number; readonly database: number };
  /** MiB afterwards. */
  readonly memory: { readonly server: number; readonly database: number };
  /** Share of the cores' time that other programs used. */
  readonly foreignShare: number;
}

/** All measurements, by system and task. Warm-ups are not in it. */
export type Turns = ReadonlyMap<ComparedSystem, ReadonlyMap<TaskName, readonly Turn[]>>;

export interface TurnTaker {
  readonly turns: Turns;
  /**
   * Suspends the other systems (SIGSTOP), because they share the cores and look for work all the time. Their PostgreSQL
   * then has nothing to do.
   */
  giveTurn(system: ComparedSystem): void;
  /** Measures work of the system that has the turn. A warm-up is not kept. */
  take(
    system: ComparedSystem,
    task: TaskName,
    options: { readonly isKept: boolean; readonly count: number },
    work: (took: number[]) => Promise<void>,
  ): Promise<void>;
  /** All systems run again. */
  end(): void;
}

export function takeTurns(systems: readonly ComparedSystem[], cores: number): TurnTaker {
  const turns = new Map(systems.map((system) => [system, new Map<TaskName, Turn[]>()]));
  return {
    turns,
    giveTurn(system) {
      for (const other of systems) if (other !== system) process.kill(other.serverPid, "SIGSTOP");
      process.kill(system.serverPid, "SIGCONT");
    },
    async take(system, task, { isKept, count }, work) {
      const turn = await measureTurn(system, cores, count, work);
      if (isKept) turns.get(system)?.set(task, [...(turns.get(system)?.get(task) ?? []), turn]);
    },
    end() {
      for (const system of systems) process.kill(system.serverPid, "SIGCONT");
    },
  };
}

async function measureTurn(
  system: ComparedSystem,
  cores: number,
  count: number,
  work: (took: number[]) => Promise<void>,
): Promise<Turn> {
  const { serverPid, databasePid } = system;
  const took: number[] = [];
  const [before, began] = [await coreTime(), performance.now()];
  await work(took);
  const seconds = (performance.now() - began) / 1_000;
  await system.settle();
  const [after, all] = [await coreTime(), (performance.now() - began) / 1_000];
  const spent = (of: (time: CoreTime) => number) => of(after) - of(before);
  const known = spent((time) => time.of(process.pid, databasePid));
  return {
    count,
    seconds,
    p50: percentile(took, 50),
    p99: percentile(took, 99),
    cpu: { server: spent((time) => time.of(serverPid)), database: spent((time) => time.of(databasePid)) },
    memory: { server: await memoryMebibytes(serverPid), database: await memoryMebibytes(databasePid) },
    foreignShare: Math.max(0, spent((time) => time.all) - known) / (all * cores),
  };
}
