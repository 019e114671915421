/**
 * How long an invoice takes to draw, as a caller waits for it: check, queue, message to the process, layout, Typst,
 * message back. Targets: under 15 ms at the median when warm, and 60 documents/s over 2,000 of them with flat memory. Run with
 * `node bench/documents.ts`.
 */
import { readFileSync } from "node:fs";
import {
  createDocumentRenderer,
  type DocumentRenderer,
  type InvoiceDocument,
} from "../packages/documents/src/index.ts";
import { arabic, japanese, long, quote, receipt, short } from "../packages/documents/test/samples/index.ts";

const renderer = createDocumentRenderer();

const cold = await milliseconds(() => renderer.warm());
console.log(`start of a process and its first page   ${cold.toFixed(0)} ms`);
console.log("load: one process, one document at a time, each with a number of its own; the server's clock\n");
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

const lanes = createDocumentRenderer({ concurrency: 2 });
await lanes.warm();
const all = await milliseconds(async () => {
  await Promise.all(
    Array.from({ length: 400 }, (_, index) => lanes.renderInvoice({ ...short, number: `NL-${index}` })),
  );
});
console.log(`two processes, 400 short ones at once    ${((400 / all) * 1_000).toFixed(0)} documents/s`);
await lanes.close();

const one = createDocumentRenderer();
await one.warm();
await sustain(one, 2_000);
await one.close();

/** Documents one after another, as a run that mails them asks for them; memory after each quarter, of this process and the other. */
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
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function residentMegabytes(id: number | undefined): string {
  if (id === undefined || process.platform !== "linux") return "(known on Linux only)";
  const pages = Number(readFileSync(`/proc/${id}/statm`, "utf8").split(" ")[1]);
  return `${((pages * 4096) / 1e6).toFixed(0)} MB`;
}
