import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Platform } from "../platform/start-platform.ts";

/** More processes of a platform: of its API, and workers that bill on request. */
export interface Processes {
  /** Addresses of all processes of the API. */
  readonly urls: readonly string[];
  /** Process IDs: of the API, and of the workers. */
  readonly servers: readonly number[];
  readonly workers: readonly number[];
  /** Lets the first workers bill everything that is due in an organization. */
  bill(organizationId: string, workers: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts further ones until there are this many. */
export async function startProcesses(platform: Platform, most: { apis: number; workers: number }): Promise<Processes> {
  const env = { ...process.env, APP_URL: platform.appUrl, BENCH_ROLE: "another" };
  const apis: ChildProcess[] = [];
  const urls = [platform.url];
  while (urls.length < most.apis) {
    const api = fork(join(import.meta.dirname, "../platform/serve.ts"), { env });
    const [{ url }] = (await once(api, "message")) as [{ url: string }];
    apis.push(api);
    urls.push(url);
  }
  const workers: ChildProcess[] = [];
  while (workers.length < most.workers) {
    const worker = fork(join(import.meta.dirname, "bill.ts"), { env });
    await once(worker, "message");
    workers.push(worker);
  }
  const pid = (child: ChildProcess) => child.pid ?? 0;
  return {
    urls,
    servers: [platform.serverPid, ...apis.map(pid)],
    workers: workers.map(pid),
    async bill(organizationId, count) {
      const billing = workers.slice(0, count);
      const done = billing.map((worker) => once(worker, "message"));
      for (const worker of billing) worker.send(organizationId);
      await Promise.all(done);
    },
    async stop() {
      for (const api of apis) {
        api.send("stop");
        await once(api, "exit");
      }
      for (const worker of workers) worker.kill();
    },
  };
}
