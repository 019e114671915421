import { existsSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { createDocumentRenderer } from "../../src/index.ts";
import { long, short } from "../samples/index.ts";

test("a process that dies over a document is replaced, and the document is drawn by the next", async () => {
  const renderer = createDocumentRenderer();
  await renderer.warm();
  const [victim] = renderer.processIds();
  const pdf = renderer.renderInvoice(long);
  await aTurn();
  process.kill(victim!, "SIGKILL");
  expect(Buffer.from(await pdf).toString("latin1", 0, 5)).toBe("%PDF-");
  expect(renderer.processIds()).not.toContain(victim);
  await renderer.close();
});

test("a document over which two processes die is a clear error, and the next document is drawn", async () => {
  const renderer = createDocumentRenderer();
  const outcome = renderer.renderInvoice(long).catch((error: unknown) => error);
  const killed = new Set<number>();
  while (killed.size < 2) {
    for (const id of renderer.processIds()) {
      if (killed.has(id)) continue;
      killed.add(id);
      process.kill(id, "SIGKILL");
    }
    await aTurn();
  }
  expect(await outcome).toMatchObject({
    code: "document_render_failed",
    message: "the drawing process failed twice: the process ended with SIGKILL",
  });
  expect(await renderer.renderInvoice(short)).toBeInstanceOf(Uint8Array);
  await renderer.close();
});

test("a process that gives no answer in time is ended, and the document fails after its second attempt", async () => {
  const renderer = createDocumentRenderer({ timeoutMilliseconds: 1 });
  await expect(renderer.renderInvoice(long)).rejects.toThrow("no answer within 1 ms");
  await renderer.close();
});

test("documents beyond the queue's limit are refused at once, those within it are drawn", async () => {
  const renderer = createDocumentRenderer({ queueLimit: 2 });
  const accepted = [short, short, short].map((invoice) => renderer.renderInvoice(invoice)); // one drawn, two waiting
  await expect(renderer.renderInvoice(short)).rejects.toMatchObject({ code: "document_queue_full" });
  expect(await Promise.all(accepted)).toHaveLength(3);
  await renderer.close();
});

test("an invoice that breaks the contract is refused with all its problems before it costs a process", async () => {
  const renderer = createDocumentRenderer();
  await expect(renderer.renderInvoice({ ...short, total: "12 EUR" })).rejects.toMatchObject({
    code: "document_invalid",
    problems: [{ pointer: "/total", detail: 'must be a decimal like "1234.50"' }],
  });
  expect(renderer.processIds()).toEqual([]);
  await renderer.close();
});

test("closing finishes what was accepted, refuses the rest, and leaves no process behind", async () => {
  const renderer = createDocumentRenderer({ concurrency: 2 });
  const accepted = [1, 2, 3, 4].map(() => renderer.renderInvoice(short));
  const processes = renderer.processIds();
  expect(processes).toHaveLength(2);
  const closed = renderer.close();
  await expect(renderer.renderInvoice(short)).rejects.toMatchObject({ code: "document_renderer_closed" });
  expect(await Promise.all(accepted)).toHaveLength(4);
  await closed;
  for (const id of processes) expect(() => process.kill(id, 0)).toThrow("ESRCH");
  await renderer.close();
});

test("the process knows nothing of the server's environment", async () => {
  vi.stubEnv("DATABASE_URL", "postgres://secret");
  const renderer = createDocumentRenderer();
  await renderer.warm();
  const [id] = renderer.processIds();
  if (existsSync(`/proc/${id}/environ`)) {
    expect(readFileSync(`/proc/${id}/environ`, "utf8")).not.toContain("secret");
  }
  await renderer.close();
  vi.unstubAllEnvs();
});

test.skipIf(!existsSync("/proc/self/statm"))(
  "memory stays flat over 300 documents: processes are recycled, and the server keeps nothing [needs /proc]",
  async () => {
    const renderer = createDocumentRenderer({ recycleAfter: 60 });
    await renderer.warm();
    const seen = new Set<number>();
    const peaks: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      let peak = 0;
      for (let count = 0; count < 60; count += 1) {
        await renderer.renderInvoice({ ...short, number: `NL-${round}-${count}` });
        for (const id of renderer.processIds()) {
          seen.add(id);
          peak = Math.max(peak, residentMegabytes(id));
        }
      }
      peaks.push(peak);
    }
    expect(seen.size).toBeGreaterThanOrEqual(5);
    expect(Math.max(...peaks)).toBeLessThan(260);
    expect(peaks.at(-1)).toBeLessThan((peaks[0] ?? 0) * 1.2);
    await renderer.close();
  },
  60_000,
);

function residentMegabytes(processId: number): number {
  if (!existsSync(`/proc/${processId}/statm`)) return 0;
  const pages = Number(readFileSync(`/proc/${processId}/statm`, "utf8").split(" ")[1]);
  return (pages * 4096) / 1e6;
}

/** Lets pending messages go out. */
function aTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
