/**
 * How long a caller waits for an invoice: check, queue, message to the process, layout, Typst, message back. Targets: under
 * 15 ms at the median when warm, and 60 documents/s over 2,000 of them with constant memory. Run with `node
 * bench/documents.ts`.
 */
import { readFileSync } from "node:fs";
import {
  createDocumentRenderer,
  type DocumentRenderer,
  type InvoiceDocument,
} from "../packages/documents/src/index.ts";
import { recordFigures } from "./platform/figures.ts";
import { median } from "./platform/median.ts";
import { arabic, japanese, long, quote, receipt, short } from "../packages/documents/test/samples/index.ts";

const renderer = createDocumentRenderer();

const cold = await milliseconds(() => renderer.warm());
console.log(`start of a process and its first page   ${cold.toFixed(0)} ms`);
console.log("load: one process, one document at a time, each with its own number; the server's clock\n");
console.log("document                     count   pages    bytes   median ms   p95 ms   max ms");
const invoices = (invoice: InvoiceDocument) => (index: number) =>
  renderer.renderInvoice({ ...invoice, number: `${invoice.number}-${index}` });
const classic = { ...short, look: { ...short.look, layout: "classic" } } as const;
await measure("short, A4, 3 lines", 200, invoices(short));
await measure("the same as a letter", 100, invoices(classic));
await measure("long, 61 lines, 48 usage rows", 40, invoices(long));
await measure("Arabic, 4 lines", 100, invoices(arabic));
await measure("Japanese, 2 lines", 100, invoices(japanese));
await measure("quote, 9 prices, 2 pages", 100, (index) => renderer.renderQuote({ ...quote, name: `Quote ${index}` }));
await measure("receipt, 2 invoices", 100, (index) => renderer.renderReceipt({ ...receipt, number: `R-${index}` }));
const [processId] = renderer.processIds();
console.log(`\nmemory of the process after all of them  ${residentMegabytes(processId)}`);
await renderer.close();

const rates = { 1: [] as number[], 2: [] as number[] };
for (let turn = 0; turn < 3; turn += 1) {
  for (const concurrency of [1, 2] as const) rates[concurrency].push(await rateOf(concurrency));
}
const gain = median(rates[2]) / median(rates[1]);
console.log(`400 short ones at once, medians of three turns: one process ${median(rates[1]).toFixed(0)} documents/s,`);
console.log(`two processes ${median(rates[2]).toFixed(0)} documents/s, which is ${gain.toFixed(2)} times as many`);

const one = createDocumentRenderer();
await one.warm();
await sustain(one, 2_000);
await one.close();

await besideLarge();

async function rateOf(concurrency: number): Promise<number> {
  const lanes = createDocumentRenderer({ concurrency });
  await lanes.warm();
  const draw = (_: unknown, index: number) => lanes.renderInvoice({ ...short, number: `NL-${index}` });
  const all = await milliseconds(() => Promise.all(Array.from({ length: 400 }, draw)));
  await lanes.close();
  return (400 / all) * 1_000;
}

/**
 * One organization requests ten invoices of 2,000 lines at once. Meanwhile it and another organization request short ones
 * in sequence. The short ones alone, measured right before, are the baseline.
 */
async function besideLarge(): Promise<void> {
  const [line] = short.lines;
  if (line === undefined) throw new Error("the sample has no line");
  const large = { ...short, lines: Array.from({ length: 2_000 }, () => line) };
  const both = createDocumentRenderer({ concurrency: 2 });
  await both.warm();
  const draw = (owner: string, of: InvoiceDocument, number: string) =>
    both.renderInvoice({ ...of, number }, null, owner);
  const alone: number[] = [];
  for (let index = 0; index < 20; index += 1) {
    alone.push(await milliseconds(() => draw("org_2", short, `ALONE-${index}`)));
  }
  let [left, peak] = [10, 0];
  const looking = setInterval(() => {
    for (const id of both.processIds()) peak = Math.max(peak, residentBytes(id));
  }, 50);
  const drawing = Array.from({ length: 10 }, async (_, index) => {
    await draw("org_1", large, `LARGE-${index}`);
    left -= 1;
  });
  const [own, others]: [number[], number[]] = [[], []];
  const took = milliseconds(() => Promise.all(drawing));
  for (let index = 0; left > 0; index += 1) {
    own.push(await milliseconds(() => draw("org_1", short, `OWN-${index}`)));
    others.push(await milliseconds(() => draw("org_2", short, `OTHER-${index}`)));
  }
  console.log(
    `\nload: ten invoices of 2,000 lines at once by two processes, with short ones meanwhile; all in ${(await took).toFixed(0)} ms`,
  );
  for (const [name, times] of Object.entries({ alone, "the same organization": own, "another organization": others })) {
    const [middle, most] = [median(times), Math.max(...times)];
    const ratio = (middle / median(alone)).toFixed(1);
    console.log(
      `short ones, ${name}`.padEnd(40),
      `count ${times.length}, median ${middle.toFixed(0)} ms (${ratio} times alone), first ${times[0]?.toFixed(0)} ms, max ${most.toFixed(0)} ms`,
    );
  }
  clearInterval(looking);
  console.log(`most memory of a process                 ${(peak / 1e6).toFixed(0)} MB`);
  await both.close();
}

/** Documents in sequence, as a mail run requests them. Memory of both processes after each quarter. */
async function sustain(lane: DocumentRenderer, count: number): Promise<void> {
  const memory: string[] = [];
  const times: number[] = [];
  const took = await milliseconds(async () => {
    for (let index = 1; index <= count; index += 1) {
      times.push(await milliseconds(() => lane.renderInvoice({ ...short, number: `NL-${index}` })));
      if (index % (count / 4) !== 0) continue;
      memory.push(`${residentMegabytes(process.pid)} + ${residentMegabytes(lane.processIds()[0])}`);
    }
  });
  times.sort((a, b) => a - b);
  const median = (times[count / 2] ?? 0).toFixed(1);
  console.log(
    `one process, ${count} one after another   ${((count / took) * 1_000).toFixed(0)} documents/s, median ${median} ms`,
  );
  console.log(`memory after each quarter, ours + its      ${memory.join(", ")}`);
}

async function measure(name: string, count: number, draw: (index: number) => Promise<Uint8Array>): Promise<void> {
  const times: number[] = [];
  let pdf: Uint8Array = new Uint8Array();
  for (let index = 0; index < count; index += 1) {
    times.push(
      await milliseconds(async () => {
        pdf = await draw(index);
      }),
    );
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.min(count - 1, Math.floor(count * share))] ?? 0).toFixed(1);
  const pages =
    Buffer.from(pdf)
      .toString("latin1")
      .match(/\/Type \/Page\n/g)?.length ?? 0;
  console.log(
    [
      name.padEnd(29),
      String(count).padStart(5),
      String(pages).padStart(8),
      String(pdf.length).padStart(9),
      at(0.5).padStart(12),
      at(0.95).padStart(9),
      at(1).padStart(9),
    ].join(""),
  );
  const target = pages === 1 ? { target: 20 } : {};
  await recordFigures([{ name, unit: " ms", value: median(times), better: "lower", ...target }]);
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function residentMegabytes(id: number | undefined): string {
  if (id === undefined || process.platform !== "linux") return "(known on Linux only)";
  return `${(residentBytes(id) / 1e6).toFixed(0)} MB`;
}

/** 0 if the system does not report it, or the process is gone. */
function residentBytes(id: number): number {
  try {
    return Number(readFileSync(`/proc/${id}/statm`, "utf8").split(" ")[1]) * 4_096;
  } catch {
    return 0;
  }
}
