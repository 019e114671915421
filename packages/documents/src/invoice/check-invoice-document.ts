import type { DocumentProblem } from "../document-error.ts";
import { midnightUtc } from "../format/period-format.ts";
import type { CalendarPeriod, InvoiceDocument } from "./invoice-document.ts";

/** Names every member that cannot be printed as what it claims to be: decimals, dates, periods, currency, locale, colour. */
export function checkInvoiceDocument(invoice: InvoiceDocument): DocumentProblem[] {
  return [
    ...check("/currency", invoice.currency, isCurrency, "must be an ISO 4217 code"),
    ...check("/locale", invoice.locale, isLocale, "must be a BCP 47 language tag"),
    ...check("/seller/brandColor", invoice.seller.brandColor, isColor, 'must be a colour like "#1f6feb"'),
    ...checkDate("/issueDate", invoice.issueDate),
    ...checkDate("/dueDate", invoice.dueDate),
    ...checkPeriod("/billingPeriod", invoice.billingPeriod),
    ...checkSums(invoice),
    ...checkLines(invoice),
    ...checkTaxes(invoice),
    ...checkUsageDetail(invoice),
  ];
}

function checkSums(invoice: InvoiceDocument): DocumentProblem[] {
  const sums = ["subtotal", "total", "creditsApplied", "amountPaid", "amountDue"] as const;
  return sums.flatMap((sum) => checkDecimal(`/${sum}`, invoice[sum]));
}

function checkLines({ lines }: InvoiceDocument): DocumentProblem[] {
  return lines.flatMap((line, index) => [
    ...checkPeriod(`/lines/${index}/servicePeriod`, line.servicePeriod),
    ...checkDecimal(`/lines/${index}/quantity`, line.quantity),
    ...checkDecimal(`/lines/${index}/unitPrice`, line.unitPrice),
    ...checkDecimal(`/lines/${index}/amount`, line.amount),
  ]);
}

function checkTaxes({ taxes }: InvoiceDocument): DocumentProblem[] {
  return taxes.flatMap((tax, index) => [
    ...checkDecimal(`/taxes/${index}/rate`, tax.rate),
    ...checkDecimal(`/taxes/${index}/base`, tax.base),
    ...checkDecimal(`/taxes/${index}/amount`, tax.amount),
  ]);
}

function checkUsageDetail({ usageDetail }: InvoiceDocument): DocumentProblem[] {
  return usageDetail.flatMap((table, tableIndex) =>
    table.rows.flatMap((row, index) => {
      const pointer = `/usageDetail/${tableIndex}/rows/${index}`;
      return [
        ...checkDecimal(`${pointer}/quantity`, row.quantity),
        ...checkDecimal(`${pointer}/unitPrice`, row.unitPrice),
        ...checkDecimal(`${pointer}/amount`, row.amount),
      ];
    }),
  );
}

function checkPeriod(pointer: string, period: CalendarPeriod | null): DocumentProblem[] {
  if (period === null) return [];
  const dates = [...checkDate(`${pointer}/start`, period.start), ...checkDate(`${pointer}/end`, period.end)];
  if (dates.length > 0 || period.start < period.end) return dates;
  return [{ pointer: `${pointer}/end`, detail: "must be after the start: periods are half-open" }];
}

function checkDate(pointer: string, date: string | null): DocumentProblem[] {
  return check(pointer, date, isDate, 'must be a calendar date like "2024-01-31"');
}

function checkDecimal(pointer: string, decimal: string | null): DocumentProblem[] {
  return check(pointer, decimal, isDecimal, 'must be a decimal like "1234.50"');
}

function check(
  pointer: string,
  value: string | null,
  isValid: (value: string) => boolean,
  detail: string,
): DocumentProblem[] {
  return value === null || isValid(value) ? [] : [{ pointer, detail }];
}

const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text);
const isColor = (text: string): boolean => /^#[0-9a-fA-F]{6}$/.test(text);

function isDate(text: string): boolean {
  const [, month, day] = /^[1-9]\d{3}-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (month === undefined || day === undefined || month < "01" || month > "12") return false;
  const firstOfMonth = midnightUtc(`${text.slice(0, 8)}01`);
  const firstOfNext = Date.UTC(Number(text.slice(0, 4)), Number(month));
  return Number(day) >= 1 && Number(day) <= (firstOfNext - firstOfMonth) / 86_400_000;
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
