import { existsSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { createDocumentRenderer, type InvoiceDocument } from "../../src/index.ts";
import { long, short } from "../samples/index.ts";

test("replaces a process that dies during a document, and the next one draws the document", async () => {
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

test("reports a clear error if two processes die during a document, and draws the next document", async () => {
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
    message: "the rendering process failed twice: the process ended with SIGKILL",
  });
  expect(await renderer.renderInvoice(short)).toBeInstanceOf(Uint8Array);
  await renderer.close();
});

test("ends a process that does not reply in time, and only its document fails", async () => {
  const renderer = createDocumentRenderer({ timeoutMilliseconds: 1 });
  // Its few rows add 5 ms each, and a process needs longer than that to start.
  await expect(renderer.renderInvoice(short)).rejects.toThrow(/it took longer than \d+ ms/);
  await renderer.close();
});

test.skipIf(!existsSync("/proc/self/statm"))(
  "ends a process that exceeds its memory limit, and draws the next document [needs /proc]",
  async () => {
    const renderer = createDocumentRenderer({ memoryBytes: 400e6, timeoutMilliseconds: 120_000 });
    await renderer.warm();
    const before = renderer.processIds();
    // 1,700 rows with a long text each. The rows alone would fit.
    const heavy = { ...rows(1_700), usageDetail: [] };
    const lines = heavy.lines.map((line) => ({ ...line, description: `${line.description} ${"word ".repeat(150)}` }));
    await expect(renderer.renderInvoice({ ...heavy, lines })).rejects.toMatchObject({
      code: "document_too_large",
      message: "it took more than 400 MB of memory",
    });
    expect(await renderer.renderInvoice(short)).toBeInstanceOf(Uint8Array);
    expect(renderer.processIds()).not.toEqual(before);
    await renderer.close();
  },
  180_000,
);

test("R-PDF-1: rejects a document with too many rows for the memory before a process draws it", async () => {
  const renderer = createDocumentRenderer({ memoryBytes: 430e6 });
  await expect(renderer.renderInvoice(rows(2_001))).rejects.toMatchObject({
    code: "document_too_large",
    message: "it has 2002 rows, but at most 2000 are allowed",
  });
  expect(renderer.processIds()).toEqual([]);
  await renderer.close();
});

test("R-PDF-1: a short document does not wait for ten long ones of its organization", async () => {
  const renderer = createDocumentRenderer();
  await renderer.warm();
  const drawn: string[] = [];
  const draw = (name: string, invoice: InvoiceDocument) =>
    renderer.renderInvoice(invoice, null, "org_1").then(() => drawn.push(name));
  const longs = Array.from({ length: 10 }, () => draw("long", rows(600)));
  await draw("short", short);
  expect(drawn.filter((name) => name === "long").length).toBeLessThanOrEqual(1);
  await Promise.all(longs);
  await renderer.close();
}, 120_000);

test("the process for short documents starts with the first long document, not with the first waiting short one", async () => {
  const renderer = createDocumentRenderer();
  await renderer.warm();
  expect(renderer.processIds()).toHaveLength(1);
  const drawn = renderer.renderInvoice(rows(400));
  await aTurn();
  const ready = renderer.processIds();
  expect(ready).toHaveLength(2);
  await renderer.renderInvoice(short);
  expect(renderer.processIds()).toEqual(ready);
  await drawn;
  await renderer.close();
});

test("an organization that fills its half of the queue leaves the other half to others", async () => {
  const renderer = createDocumentRenderer({ queueLimit: 4, concurrency: 1 });
  const flood = [1, 2, 3].map(() => renderer.renderInvoice(short, null, "org_1")); // one drawn, two waiting
  await expect(renderer.renderInvoice(short, null, "org_1")).rejects.toMatchObject({ code: "document_queue_full" });
  const other = renderer.renderInvoice(short, null, "org_2");
  expect(await Promise.all([...flood, other])).toHaveLength(4);
  await renderer.close();
});

test("never rejects a long document because of waiting documents of other owners", async () => {
  const renderer = createDocumentRenderer({ queueRows: 100, concurrency: 1 });
  const all = [rows(60), rows(60)].map((invoice, index) => renderer.renderInvoice(invoice, null, `org_${index}`));
  await expect(Promise.all([...all, renderer.renderInvoice(rows(60), null, "org_1")])).rejects.toMatchObject({
    code: "document_queue_full",
  });
  await Promise.all(all);
  await renderer.close();
});

test("processes start when needed and end when idle", async () => {
  const renderer = createDocumentRenderer({ idleMilliseconds: 2_000 });
  await renderer.warm();
  expect(renderer.processIds()).toHaveLength(1);
  const both = [rows(300), short].map((invoice) => renderer.renderInvoice(invoice));
  expect(renderer.processIds()).toHaveLength(2);
  await Promise.all(both);
  await vi.waitFor(() => expect(renderer.processIds()).toEqual([]), 20_000);
  // The next document starts one again.
  expect((await renderer.renderInvoice(short)).length).toBeGreaterThan(1_000);
  await renderer.close();
});

test("R-PDF-1: the bytes depend neither on the process nor on what it drew before", async () => {
  const renderer = createDocumentRenderer();
  const alone = await renderer.renderInvoice(short);
  const [, besides] = await Promise.all([renderer.renderInvoice(rows(1_200)), renderer.renderInvoice(short)]);
  const afterwards = await renderer.renderInvoice(short);
  expect(Buffer.from(alone).equals(besides) && Buffer.from(alone).equals(afterwards)).toBe(true);
  await renderer.close();
}, 60_000);

/** An invoice with this number of lines. */
function rows(count: number): InvoiceDocument {
  const [line] = short.lines;
  if (line === undefined) throw new Error("the sample has a line");
  return { ...short, lines: Array.from({ length: count }, () => line), taxes: short.taxes.slice(0, 1) };
}

test("rejects documents beyond the queue's limit at once and draws those within it", async () => {
  const renderer = createDocumentRenderer({ queueLimit: 2, concurrency: 1 });
  const accepted = ["a", "b", "c"].map((owner) => renderer.renderInvoice(short, null, owner)); // one drawn, two waiting
  await expect(renderer.renderInvoice(short)).rejects.toMatchObject({ code: "document_queue_full" });
  expect(await Promise.all(accepted)).toHaveLength(3);
  await renderer.close();
});

test("rejects an invalid invoice with all its problems before a process draws it", async () => {
  const renderer = createDocumentRenderer();
  await expect(renderer.renderInvoice({ ...short, total: "12 EUR" })).rejects.toMatchObject({
    code: "document_invalid",
    problems: [{ pointer: "/total", detail: 'must be a decimal like "1234.50"' }],
  });
  expect(renderer.processIds()).toEqual([]);
  await renderer.close();
});

test("closing finishes accepted documents, rejects others, and leaves no process behind", async () => {
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

test("the process does not get the server's environment", async () => {
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
  "memory stays constant over 300 documents: processes are replaced, and the server keeps nothing [needs /proc]",
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
  240_000,
);

function residentMegabytes(processId: number): number {
  if (!existsSync(`/proc/${processId}/statm`)) return 0;
  const pages = Number(readFileSync(`/proc/${processId}/statm`, "utf8").split(" ")[1]);
  return (pages * 4096) / 1e6;
}

/** Lets pending messages be sent. */
function aTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
