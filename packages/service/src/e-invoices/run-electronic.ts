import { Worker } from "node:worker_threads";
import { createFairQueue, type Queued } from "@counterfoil/documents";
import type { Context } from "../context.ts";
import type { ElectronicRunner, ElectronicWork } from "../electronic-runner.ts";
import { DomainError, type ErrorCode, type Fault } from "../errors/index.ts";
import { type ElectronicTask, type ElectronicTasks, electronicTasks } from "./electronic-tasks.ts";

/** This many lines take a few milliseconds. Sending them to a thread would take as long. */
const INLINE_LINES = 50;
/** Documents of this size delay others only briefly. */
const SMALL_LINES = 200;
/** The thread ends after this time without work. A new thread takes a tenth of a second to start. */
const IDLE_MILLISECONDS = 60_000;
/** The most documents that may wait. Half of them may belong to one organization. */
const MOST_WAITING = 200;
/** Heap size. An invoice of 10,000 lines takes a fifth of it. */
const THREAD_MEGABYTES = 1_024;

/** The message to the thread. */
export type ElectronicRequest = Pick<ElectronicWork, "task" | "args">;

export type ElectronicReply =
  | { readonly kind: "done"; readonly result: unknown }
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly message: string; readonly faults: readonly Fault[] };

interface Job extends Queued {
  readonly request: ElectronicRequest;
  readonly settle: PromiseWithResolvers<unknown>;
}

/**
 * Runs a task of electronic invoices: a short task at once, a long task in the process's thread, so that an invoice of
 * 10,000 lines delays only its own request.
 *
 * @param lines how long the document is
 */
export async function runElectronic<Task extends ElectronicTask>(
  { organizationId, electronic }: Pick<Context, "organizationId" | "electronic">,
  lines: number,
  task: Task,
  ...args: Parameters<ElectronicTasks[Task]>
): Promise<ReturnType<ElectronicTasks[Task]>> {
  type Run = (...given: Parameters<ElectronicTasks[Task]>) => ReturnType<ElectronicTasks[Task]>;
  if (lines <= INLINE_LINES) return (electronicTasks[task] as unknown as Run)(...args);
  return electronic.run({ organizationId, lines, task, args }) as Promise<ReturnType<ElectronicTasks[Task]>>;
}

/** One thread, which starts with the first long document. Organizations take turns, and short documents go first. */
export function createElectronicRunner(): ElectronicRunner {
  const queue = createFairQueue<Job>();
  let runningThread: Worker | null = null;
  let runningJob: Job | null = null;
  let idle: NodeJS.Timeout | undefined;

  function runNext(): void {
    if (runningJob !== null) return;
    const job = queue.take(false);
    clearTimeout(idle);
    if (job === undefined) {
      idle = setTimeout(endThread, IDLE_MILLISECONDS).unref();
      return;
    }
    runningJob = job;
    try {
      const thread = (runningThread ??= startThread());
      thread.ref();
      thread.postMessage(job.request);
    } catch (error) {
      // The message cannot be sent to a thread, or the thread does not start.
      finish(({ reject }) => reject(failed(error)));
    }
  }

  /** Ends the current job, and begins the next one. */
  function finish(settle: (job: Job["settle"]) => void): void {
    const job = runningJob;
    if (job === null) return;
    runningJob = null;
    runningThread?.unref();
    settle(job.settle);
    runNext();
  }

  /**
   * The listeners stay as long as the thread runs: a Worker stops reading its port when its last message listener is
   * removed, and `removeAllListeners` removes what would start it again.
   */
  function startThread(): Worker {
    const thread = new Worker(new URL("electronic-thread.ts", import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MEGABYTES },
    });
    thread.on("message", (reply: ElectronicReply) => {
      finish(({ resolve, reject }) => {
        if (reply.kind === "done") resolve(reply.result);
        else reject(new DomainError(reply.code, reply.message, [...reply.faults]));
      });
    });
    const leave = (error: unknown): void => {
      if (runningThread !== thread) return;
      runningThread = null;
      finish(({ reject }) => reject(failed(error)));
    };
    thread.on("messageerror", leave);
    thread.on("error", leave);
    thread.on("exit", (code) => leave(new Error(`the thread ended with code ${code}`)));
    return thread;
  }

  function endThread(): void {
    const thread = runningThread;
    runningThread = null;
    void thread?.terminate();
  }

  return {
    async run({ organizationId, lines, ...request }) {
      if (queue.size() >= MOST_WAITING || queue.sizeOf(organizationId) >= MOST_WAITING / 2) {
        throw new DomainError(
          "documents_overloaded",
          "Too many e-invoices were requested at once. Try again in a moment.",
        );
      }
      const settle = Promise.withResolvers<unknown>();
      queue.add({ owner: organizationId, cost: lines, isSmall: lines <= SMALL_LINES, request, settle });
      runNext();
      return settle.promise;
    },
  };
}

function failed(cause: unknown): DomainError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const detail = `Counterfoil could not write this document as XML: ${reason}. Other documents are not affected.`;
  return new DomainError("document_failed", detail, [], { cause });
}
