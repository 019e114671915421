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
  /** Accounts live on one test clock, which stops at everything that is due; else on the platform's own clock. */
  readonly usesTestClock: boolean;
  /** Processes that do the due work at once. */
  readonly workers: number;
}

/** The platform as one organization meets it: use cases called by processes that can be killed. */
export class Platform {
  readonly options: PlatformOptions;
  readonly organizationId: string;
  testClockId: string | null = null;
  /** Times that a process was killed. */
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

  /** Calls a use case. With a fuse its process may be killed under way; then a new one is asked for the same again. */
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

  /** Calls a use case from another process, at the same time as whatever else goes on. */
  async callBeside<Result>(useCase: (context: Context & Services) => Promise<Result>): Promise<Result> {
    const process = this.#processes.start();
    try {
      return await useCase(this.#context(process));
    } finally {
      this.#processes.release(process);
    }
  }

  /** Moves the clock, and lets the workers do what falls due until nothing is left. A fuse is for the first worker. */
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

  /** Several workers at once do what is due, until nothing is left. */
  async work(fuses: readonly Fuse[] = []): Promise<void> {
    await Promise.all(Array.from({ length: this.options.workers }, (_, index) => this.#work(fuses[index])));
  }

  /** What workers do about the totals of usage between their other work: nothing that is billed or explained may depend on it. */
  async keepTotals(): Promise<void> {
    await this.callBeside(foldTotals);
    await this.callBeside((context) => makeTotals(context));
  }

  /** A worker: goes on until it finds nothing more to do, in as many processes as it takes. */
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

  /** One pass as the worker makes it. The organization is known: passes over all of them would mix up their clocks. */
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
