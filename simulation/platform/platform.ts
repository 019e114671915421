import {
  advanceTestClock,
  type Clock,
  type Context,
  type Services,
  createOrganization,
  createSecrets,
  createTestClock,
  DatabaseAway,
  type DocumentRenderer,
  foldTotals,
  getTestClock,
  type Ids,
  makeTotals,
  runDueWork,
  runTestClocks,
} from "@counterfoil/service";
import type { Fuse } from "./fuse.ts";
import { countedIds } from "./ids.ts";
import type { Process, Processes } from "./processes.ts";

export interface PlatformOptions {
  readonly organizationId: string;
  readonly start: number;
  readonly graceHours: number;
  readonly skipsZero: boolean;
  /** Accounts use one test clock, which stops at everything due; otherwise the platform's clock. */
  readonly usesTestClock: boolean;
  /** Number of concurrent processes for due work. */
  readonly workers: number;
}

/** The platform as one organization uses it: use cases called by processes that can be killed. */
export class Platform {
  readonly options: PlatformOptions;
  readonly organizationId: string;
  testClockId: string | null = null;
  /** Number of killed processes. */
  kills = 0;
  readonly #processes: Processes;
  readonly #documents: DocumentRenderer;
  readonly #ids: Ids = countedIds();
  readonly #clock: Clock;
  #present: string;
  #front: Process;

  constructor(processes: Processes, documents: DocumentRenderer, options: PlatformOptions) {
    this.options = options;
    this.organizationId = options.organizationId;
    this.#processes = processes;
    this.#documents = documents;
    this.#present = instantText(options.start);
    this.#clock = { now: () => this.#present };
    this.#front = processes.start();
  }

  async open(country: string | null): Promise<void> {
    const { graceHours, skipsZero, start, usesTestClock } = this.options;
    const settings = { graceHours, zeroAmountInvoices: skipsZero ? ("skip" as const) : ("issue" as const) };
    await this.call((context) =>
      createOrganization(context, { name: "Simulated", sandbox: true, country, ...settings }),
    );
    if (!usesTestClock) return;
    const frozenTime = instantText(start);
    this.testClockId = (await this.call((context) => createTestClock(context, { frozenTime }))).id;
  }

  close(): void {
    this.#processes.release(this.#front);
  }

  /** Calls a use case. With a fuse its process may be killed, and a new one repeats the call. */
  async call<Result>(useCase: (context: Context & Services) => Promise<Result>, fuse?: Fuse): Promise<Result> {
    if (fuse !== undefined) this.#front.fused.arm(fuse);
    try {
      return await useCase(this.#context(this.#front));
    } catch (error) {
      if (!(error instanceof DatabaseAway) || !this.#front.fused.hasBlown) throw error;
      this.#front = this.#replace(this.#front);
      return await useCase(this.#context(this.#front));
    } finally {
      this.#front.fused.disarm();
    }
  }

  /** Calls a use case from another process, concurrently with other work. */
  async callBeside<Result>(useCase: (context: Context & Services) => Promise<Result>): Promise<Result> {
    const process = this.#processes.start();
    try {
      return await useCase(this.#context(process));
    } finally {
      this.#processes.release(process);
    }
  }

  /** Moves the clock, and lets workers do due work until nothing is left. A fuse is for the first worker. */
  async moveTo(instant: number, fuses: readonly Fuse[] = []): Promise<void> {
    const { testClockId } = this;
    if (testClockId === null) this.#present = instantText(instant);
    else {
      const frozenTime = instantText(instant);
      await this.call((context) => advanceTestClock(context, testClockId, { frozenTime }));
    }
    await this.work(fuses);
    if (testClockId === null) return;
    const clock = await this.call((context) => getTestClock(context, testClockId));
    if (clock.status !== "ready") throw new Error(`the test clock is ${clock.status}: ${clock.failure}`);
  }

  /** Several concurrent workers do due work until nothing is left. */
  async work(fuses: readonly Fuse[] = []): Promise<void> {
    await Promise.all(Array.from({ length: this.options.workers }, (_, index) => this.#work(fuses[index])));
  }

  /** Work of the worker on usage totals; nothing billed or explained may depend on it. */
  async keepTotals(): Promise<void> {
    await this.callBeside(foldTotals);
    await this.callBeside((context) => makeTotals(context));
  }

  /** A worker that continues until nothing is due, in as many processes as needed. */
  async #work(fuse: Fuse | undefined): Promise<void> {
    let process = this.#processes.start();
    if (fuse !== undefined) process.fused.arm(fuse);
    try {
      for (;;) {
        try {
          if ((await this.#workOnce(this.#context(process))) === 0) return;
        } catch (error) {
          if (!(error instanceof DatabaseAway) || !process.fused.hasBlown) throw error;
          process = this.#replace(process);
        }
      }
    } finally {
      this.#processes.release(process);
    }
  }

  /**
   * One round of the worker. It is limited to the organization, because a round over all of them would mix their clocks.
   */
  async #workOnce(context: Context): Promise<number> {
    const { billed, issued } = await runDueWork(context);
    return billed + issued + (await runTestClocks(context));
  }

  #replace(killed: Process): Process {
    this.kills += 1;
    this.#processes.release(killed);
    return this.#processes.start();
  }

  #context({ fused, services }: Process): Context & Services {
    return {
      database: fused.database,
      ...services,
      clock: this.#clock,
      ids: this.#ids,
      documents: this.#documents,
      secrets: createSecrets([]),
      organizationId: this.organizationId,
      actor: { type: "system", id: "simulation" },
      requestId: null,
    };
  }
}

export function instantText(instant: number): string {
  return new Date(instant).toISOString();
}
