import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";
import type { Family } from "./exposition.ts";

/** Each sample wakes the process, also an idle one. Blocks of a fifth of a second are still seen. */
const RESOLUTION_MILLISECONDS = 100;
const NANOSECONDS = 1e9;

/** Common metrics of Node processes, under the names that dashboards expect. */
export function watchProcess(server: FastifyInstance): () => Family[] {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });
  delay.enable();
  server.addHook("onClose", async () => void delay.disable());
  /** The measured value is the time between two samples; most of it is the intended interval. */
  const lag = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MILLISECONDS / 1000) || 0;

  return () => {
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const lags = { mean: lag(delay.mean), p99: lag(delay.percentile(99)), max: lag(delay.max) };
    delay.reset();
    return [
      gauge("process_resident_memory_bytes", "Resident memory.", rss),
      gauge("nodejs_heap_size_used_bytes", "Heap in use.", heapUsed),
      gauge("nodejs_heap_size_total_bytes", "Allocated heap.", heapTotal),
      gauge("nodejs_external_memory_bytes", "Memory outside the heap.", external),
      {
        ...gauge("process_cpu_seconds_total", "CPU time in seconds.", (user + system) / 1e6),
        type: "counter",
      },
      gauge(
        "process_start_time_seconds",
        "When the process started, in seconds since 1970.",
        performance.timeOrigin / 1000,
      ),
      gauge("nodejs_eventloop_lag_mean_seconds", "Mean event loop lag since the last scrape.", lags.mean),
      gauge(
        "nodejs_eventloop_lag_p99_seconds",
        "99th percentile of the event loop lag since the last scrape.",
        lags.p99,
      ),
      gauge("nodejs_eventloop_lag_max_seconds", "Maximum event loop lag since the last scrape.", lags.max),
    ];
  };
}

function gauge(name: string, help: string, value: number): Family {
  return { name, type: "gauge", help, samples: [{ value }] };
}
