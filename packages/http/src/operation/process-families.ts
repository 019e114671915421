import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";
import type { Family } from "./exposition.ts";

const RESOLUTION_MILLISECONDS = 10;
const NANOSECONDS = 1e9;

/** What every process of Node is watched by, under the names that dashboards for it know. */
export function watchProcess(server: FastifyInstance): () => Family[] {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });
  delay.enable();
  server.addHook("onClose", async () => void delay.disable());
  /** What is measured is the time between two looks, most of which was meant. */
  const lag = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MILLISECONDS / 1000) || 0;

  return () => {
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const lags = { mean: lag(delay.mean), p99: lag(delay.percentile(99)), max: lag(delay.max) };
    delay.reset();
    return [
      gauge("process_resident_memory_bytes", "Resident memory.", rss),
      gauge("nodejs_heap_size_used_bytes", "Heap in use.", heapUsed),
      gauge("nodejs_heap_size_total_bytes", "Heap that was taken.", heapTotal),
      gauge("nodejs_external_memory_bytes", "Memory outside of the heap.", external),
      {
        ...gauge("process_cpu_seconds_total", "Seconds of processors.", (user + system) / 1e6),
        type: "counter",
      },
      gauge("process_start_time_seconds", "When the process began, since 1970.", performance.timeOrigin / 1000),
      gauge("nodejs_eventloop_lag_mean_seconds", "How late the loop is on average, since the last scrape.", lags.mean),
      gauge("nodejs_eventloop_lag_p99_seconds", "The 99th percentile of it, since the last scrape.", lags.p99),
      gauge("nodejs_eventloop_lag_max_seconds", "The most of it, since the last scrape.", lags.max),
    ];
  };
}

function gauge(name: string, help: string, value: number): Family {
  return { name, type: "gauge", help, samples: [{ value }] };
}
