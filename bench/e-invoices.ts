/**
 * How long a caller waits for a Factur-X invoice: rules, XML, PDF/A-3, metadata. Target: under 60 ms when warm. Run with
 * `node bench/e-invoices.ts`.
 */
import { createDocumentRenderer, type InvoiceDocument } from "../packages/documents/src/index.ts";
import { arabic, long, short } from "../packages/documents/test/samples/index.ts";
import { checkRules, type ElectronicInvoice, writeCii, writeUbl } from "../packages/einvoice/src/index.ts";
import { invoiceOf, line } from "../packages/einvoice/test/samples/build.ts";
import { recordFigures } from "./platform/figures.ts";
import { median } from "./platform/median.ts";

const of = (count: number) =>
  invoiceOf({
    lines: Array.from({ length: count }, (_, at) => line(String(at + 1), "1000", "0.0025", "2.50", "S 19")),
  });
const [three, sixty] = [of(3), of(61)];
const renderer = createDocumentRenderer();
await renderer.warm();
console.log("load: one process, one document at a time, each with its own number; the caller's clock\n");
console.log("document                              count    bytes   median ms   p95 ms");
await measure("short, A4, 3 lines, without XML", 200, (number) => renderer.renderInvoice({ ...short, number }));
await measure("short, A4, 3 lines", 200, facturX(short, three));
await measure("Arabic, 4 lines", 100, facturX(arabic, three));
await measure("long, 61 lines, 48 usage rows", 40, facturX(long, sixty));
await measure("XML alone, CII, 61 lines", 500, async (number) => Buffer.from(writeCii({ ...sixty, number })));
await measure("XML alone, UBL, 61 lines", 500, async (number) => Buffer.from(writeUbl({ ...sixty, number })));
await renderer.close();

function facturX(document: InvoiceDocument, invoice: ElectronicInvoice): (number: string) => Promise<Uint8Array> {
  return (number) => {
    checkRules(invoice);
    return renderer.renderInvoice({ ...document, number }, writeCii({ ...invoice, number }));
  };
}

async function measure(name: string, count: number, draw: (number: string) => Promise<Uint8Array>): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (let index = 0; index < count; index += 1) {
    const start = performance.now();
    bytes = (await draw(`NL-${index}`)).length;
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const p95 = times[Math.floor(count * 0.95)] ?? 0;
  console.log(
    [
      name.padEnd(37),
      String(count).padStart(6),
      String(bytes).padStart(9),
      median(times).toFixed(1).padStart(12),
      p95.toFixed(1).padStart(9),
    ].join(""),
  );
  const target = /^XML alone|without XML$/.test(name) ? {} : { target: 60 };
  await recordFigures([{ name, unit: " ms", value: median(times), better: "lower", ...target }]);
}
