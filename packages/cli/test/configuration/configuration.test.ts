import { resolve } from "node:path";
import { NO_ALLOWED_TARGETS } from "@counterfoil/service";
import { expect, test } from "vitest";
import type { Invocation } from "../../src/command.ts";
import { readConfiguration } from "../../src/configuration/configuration.ts";

function called(options: Record<string, string> = {}): Invocation {
  return { operand: undefined, text: (name) => options[name], texts: () => [], flag: () => false };
}

test("by default, listens on port 8787 of this machine and stores data in .counterfoil", () => {
  expect(readConfiguration(called(), {})).toEqual({
    host: "127.0.0.1",
    port: 8787,
    history: null,
    hotEventDays: null,
    kafka: null,
    modelCatalog: null,
    dataFolder: resolve(".counterfoil"),
    databaseUrl: null,
    directUrl: null,
    logLevel: "info",
    trustedProxies: [],
    keptEventMonths: null,
    rates: { requests: { perSecond: 100, burst: 1_000 }, usage: null },
    corsOrigins: [],
    mail: { smtp: null, publicUrl: null },
    webhookTargets: NO_ALLOWED_TARGETS,
    secretKeys: [],
    capacity: expect.objectContaining({ documents: {} }) as unknown,
    operation: { metricsToken: null, stopSeconds: 25, drainSeconds: 0, healthPort: null, tracing: null },
    walArchive: null,
  });
});

test("an option overrides the environment, and an empty variable counts as unset", () => {
  const environment = {
    COUNTERFOIL_PORT: "9000",
    COUNTERFOIL_HOST: "0.0.0.0",
    DATABASE_URL: "",
    COUNTERFOIL_DATA: "/srv/cf",
  };
  expect(readConfiguration(called({ port: "9001" }), environment)).toMatchObject({
    host: "0.0.0.0",
    port: 9001,
    dataFolder: "/srv/cf",
    databaseUrl: null,
    directUrl: null,
  });
});

test("lists all faults at once, each with the name of its option or variable (R-OPS-4)", () => {
  const environment = {
    DATABASE_URL: "mysql://root:hush@db/x",
    COUNTERFOIL_LOG_LEVEL: "loud",
    COUNTERFOIL_PORT: "80a",
  };
  expect(() => readConfiguration(called({ host: "a b" }), environment)).toThrowError(
    /4 faults:[^]*--host[^]*COUNTERFOIL_PORT[^]*DATABASE_URL[^]*COUNTERFOIL_LOG_LEVEL/,
  );
});

test("never repeats an invalid database URL, which may contain a password", () => {
  expect(() => readConfiguration(called(), { DATABASE_URL: "mysql://root:hush@db/x" })).not.toThrowError(/hush/);
});

test.each(["-1", "65536", "8787.5", "1e3", " 80", "abc"])("rejects the port %j", (port) => {
  expect(() => readConfiguration(called({ port }), {})).toThrowError(/--port is .*expected a port from 0 to 65535/);
});

test("accepts addresses and networks of proxies, and rejects anything else (R-SUB-1)", () => {
  const read = (proxies: string) =>
    readConfiguration(called(), { COUNTERFOIL_TRUSTED_PROXIES: proxies }).trustedProxies;
  expect(read("10.0.0.0/8, 127.0.0.1,::1,fd00::/8")).toEqual(["10.0.0.0/8", "127.0.0.1", "::1", "fd00::/8"]);
  for (const wrong of ["proxy.example", "10.0.0.0/33", "10.0.0.0/8/8", "true", "10.0.0.1,", "::1/129", "0.0.0.0/0"]) {
    expect(() => read(wrong), wrong).toThrowError(/COUNTERFOIL_TRUSTED_PROXIES names/);
  }
});

test("reports a missing DATABASE_URL together with the other faults", () => {
  expect(() => readConfiguration(called({ port: "x" }), {}, { database: "required" })).toThrowError(
    /2 faults:[^]*DATABASE_URL is required/,
  );
});

test("allows webhooks to private networks and hosts only if they are named", () => {
  const { webhookTargets } = readConfiguration(called(), {
    COUNTERFOIL_WEBHOOK_ALLOW: "10.0.0.0/8, ::1,Hooks.Internal",
  });
  expect([...webhookTargets.hosts]).toEqual(["hooks.internal"]);
  expect(webhookTargets.networks.check("10.1.2.3")).toBe(true);
  expect(webhookTargets.networks.check("::1", "ipv6")).toBe(true);
  expect(webhookTargets.networks.check("192.168.0.1")).toBe(false);
  expect(() => readConfiguration(called(), { COUNTERFOIL_WEBHOOK_ALLOW: "10.0.0.0/33, http://x" })).toThrowError(
    /2 faults:[^]*"10\.0\.0\.0\/33"[^]*"http:\/\/x"/,
  );
});

test("by default, limits a key to 100 requests per second, and events only with DATABASE_URL (R-API-8)", () => {
  const read = (environment: Record<string, string>) => readConfiguration(called(), environment).rates;
  expect(read({ DATABASE_URL: "postgres://db/x" })).toEqual({
    requests: { perSecond: 100, burst: 1_000 },
    usage: { perSecond: 10_000, burst: 100_000 },
  });
  expect(read({ COUNTERFOIL_REQUESTS_PER_SECOND: "off", COUNTERFOIL_EVENTS_PER_SECOND: "5" })).toEqual({
    requests: null,
    usage: { perSecond: 5, burst: 50 },
  });
  for (const wrong of ["0", "-1", "1.5", "many"]) {
    expect(() => read({ COUNTERFOIL_EVENTS_PER_SECOND: wrong }), wrong).toThrowError(
      /COUNTERFOIL_EVENTS_PER_SECOND is/,
    );
  }
});

test("accepts origins as a browser sends them (R-API-9)", () => {
  const read = (origins: string) => readConfiguration(called(), { COUNTERFOIL_CORS_ORIGINS: origins }).corsOrigins;
  expect(read("https://app.example.com, http://localhost:3000")).toEqual([
    "https://app.example.com",
    "http://localhost:3000",
  ]);
  for (const wrong of ["*", "app.example.com", "https://app.example.com/", "https://app.example.com/x", "null"]) {
    expect(() => read(wrong), wrong).toThrowError(/COUNTERFOIL_CORS_ORIGINS names/);
  }
});

test("operation settings have defaults, and all faults are listed at once (R-OPS-4)", () => {
  expect(readConfiguration(called(), {}).operation).toEqual({
    metricsToken: null,
    stopSeconds: 25,
    drainSeconds: 0,
    healthPort: null,
    tracing: null,
  });
  const wrong = {
    COUNTERFOIL_METRICS_TOKEN: "hush",
    COUNTERFOIL_STOP_SECONDS: "soon",
    COUNTERFOIL_DRAIN_SECONDS: "-1",
    COUNTERFOIL_HEALTH_PORT: "70000",
    OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317",
    OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
    OTEL_TRACES_SAMPLER: "sometimes",
    OTEL_TRACES_SAMPLER_ARG: "2",
  };
  const named = Object.keys(wrong).join("[^]*");
  expect(() => readConfiguration(called(), wrong)).toThrowError(new RegExp(`8 faults:[^]*${named}`));
  expect(() => readConfiguration(called(), wrong)).not.toThrowError(/hush/);
});

test("reads the destination and the sampler of traces from OpenTelemetry's variables", () => {
  const read = (environment: Record<string, string>) => readConfiguration(called(), environment).operation.tracing;
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };
  expect(read(endpoint)).toEqual({ protocol: "http/protobuf", sampler: "parentbased_always_on", ratio: 1 });
  expect(
    read({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://collector/v1/traces",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_TRACES_SAMPLER: "traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.1",
    }),
  ).toEqual({ protocol: "http/json", sampler: "traceidratio", ratio: 0.1 });
  expect(read({ ...endpoint, OTEL_SDK_DISABLED: "true" })).toBe(null);
  expect(read({ ...endpoint, OTEL_TRACES_EXPORTER: "none" })).toBe(null);
});

test("capacity defaults follow from the machine, and all faults are listed at once", () => {
  const read = (environment: Record<string, string>) => readConfiguration(called(), environment).capacity;
  expect(read({}).documents).toEqual({});
  expect(
    read({
      COUNTERFOIL_BODY_MEMORY_MB: "64",
      COUNTERFOIL_DRAWING_PROCESSES: "4",
      COUNTERFOIL_DRAWING_MEMORY_MB: "512",
      COUNTERFOIL_DRAWING_SECONDS: "20",
      COUNTERFOIL_DRAWING_QUEUE: "50",
    }),
  ).toMatchObject({
    bodies: { largeBytes: 64 * 1024 * 1024 },
    documents: { concurrency: 4, memoryBytes: 512 * 1024 * 1024, timeoutMilliseconds: 20_000, queueLimit: 50 },
  });
  const wrong = {
    COUNTERFOIL_BODY_MEMORY_MB: "31",
    COUNTERFOIL_DRAWING_PROCESSES: "0",
    COUNTERFOIL_DRAWING_MEMORY_MB: "1 GB",
    COUNTERFOIL_DRAWING_SECONDS: "-1",
    COUNTERFOIL_DRAWING_QUEUE: "many",
  };
  const named = Object.keys(wrong).join("[^]*");
  expect(() => readConfiguration(called(), wrong)).toThrowError(new RegExp(`5 faults:[^]*${named}`));
});
