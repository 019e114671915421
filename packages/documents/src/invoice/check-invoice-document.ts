import type { DocumentProblem } from "../document-error.ts";
import { checkDate, checkDecimal, checkFrame, checkPeriod } from "../document/check-members.ts";
import type { InvoiceDocument, PrintedConversion, UsageDetailRow } from "./invoice-document.ts";

/** Returns a problem for every invalid member: decimals, dates, periods, currency, locale, color. */
export function checkInvoiceDocument(invoice: InvoiceDocument): DocumentProblem[] {
  return [
    ...checkFrame(invoice),
    ...checkDate("/issueDate", invoice.issueDate),
    ...checkDate("/dueDate", invoice.dueDate),
    ...checkPeriod("/billingPeriod", invoice.billingPeriod),
    ...checkDate("/deliveredOn", invoice.deliveredOn ?? null),
    ...checkDate("/payment/link/validUntil", invoice.payment?.link?.validUntil ?? null),
    ...checkSums(invoice),
    ...checkLines(invoice),
    ...checkTaxes(invoice),
    ...checkUsageDetail(invoice),
    ...checkUsageByDay(invoice),
  ];
}

function checkSums(invoice: InvoiceDocument): DocumentProblem[] {
  const sums = [
    "subtotal",
    "linesTotal",
    "total",
    "creditsApplied",
    "amountPaid",
    "amountDue",
    "amountCredited",
  ] as const;
  return [
    ...sums.flatMap((sum) => checkDecimal(`/${sum}`, invoice[sum] ?? null)),
    ...(invoice.creditedTo ?? []).flatMap(({ amount }, index) => checkDecimal(`/creditedTo/${index}/amount`, amount)),
  ];
}

export function checkLines({ lines }: Pick<InvoiceDocument, "lines">): DocumentProblem[] {
  return lines.flatMap((line, index) => [
    ...checkPeriod(`/lines/${index}/servicePeriod`, line.servicePeriod),
    ...checkDecimal(`/lines/${index}/quantity`, line.quantity),
    ...checkDecimal(`/lines/${index}/unitPrice`, line.unitPrice),
    ...checkDecimal(`/lines/${index}/amount`, line.amount),
    ...(line.taxRates ?? []).flatMap((part, at) =>
      part.flatMap((rate, place) => checkDecimal(`/lines/${index}/taxRates/${at}/${place}`, rate)),
    ),
    ...checkConversion(`/lines/${index}/conversion`, line.conversion),
    ...checkDetailRows(`/lines/${index}/steps`, line.steps ?? []),
  ]);
}

function checkConversion(pointer: string, conversion: PrintedConversion | null | undefined): DocumentProblem[] {
  if (conversion === null || conversion === undefined) return [];
  return [
    ...checkDecimal(`${pointer}/unitPrice`, conversion.unitPrice),
    ...checkDecimal(`${pointer}/rate`, conversion.rate),
    ...checkDate(`${pointer}/date`, conversion.date),
  ];
}

export function checkTaxes({ taxes }: Pick<InvoiceDocument, "taxes">): DocumentProblem[] {
  return taxes.flatMap((tax, index) => [
    ...checkDecimal(`/taxes/${index}/rate`, tax.rate),
    ...checkDecimal(`/taxes/${index}/base`, tax.base),
    ...checkDecimal(`/taxes/${index}/amount`, tax.amount),
  ]);
}

function checkUsageDetail({ usageDetail }: InvoiceDocument): DocumentProblem[] {
  return usageDetail.flatMap((table, tableIndex) => [
    ...checkConversion(`/usageDetail/${tableIndex}/conversion`, table.conversion),
    ...checkDetailRows(`/usageDetail/${tableIndex}/rows`, table.rows),
  ]);
}

function checkDetailRows(pointer: string, rows: readonly UsageDetailRow[]): DocumentProblem[] {
  return rows.flatMap((row, index) => [
    ...checkDecimal(`${pointer}/${index}/quantity`, row.quantity),
    ...checkDecimal(`${pointer}/${index}/unitPrice`, row.unitPrice),
    ...checkDecimal(`${pointer}/${index}/amount`, row.amount),
  ]);
}

function checkUsageByDay({ usageByDay = [] }: InvoiceDocument): DocumentProblem[] {
  return usageByDay.flatMap((table, tableIndex) => {
    const pointer = `/usageByDay/${tableIndex}`;
    return [
      ...checkPeriod(`${pointer}/period`, table.period),
      ...checkDecimal(`${pointer}/measured`, table.measured),
      ...table.days.flatMap((day, index) => [
        ...checkDate(`${pointer}/days/${index}/date`, day.date),
        ...checkDecimal(`${pointer}/days/${index}/quantity`, day.quantity),
      ]),
    ];
  });
}
