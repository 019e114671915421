import type { CalendarDate, InvoicingPeriod } from "../model/terms.ts";
import { group, textElement, type XmlElement } from "../xml/element.ts";

/** Format 102 is CCYYMMDD. */
const FORMAT = { format: "102" };

/** A date of the unqualified type, for example for `ram:IssueDateTime`. */
export function ciiDate(name: string, date: CalendarDate | null): XmlElement | null {
  return group(name, textElement("udt:DateTimeString", compact(date), FORMAT));
}

/** The two elements for which the syntax requires another date type. */
export function ciiFormattedDate(date: CalendarDate | null): XmlElement | null {
  return group("ram:FormattedIssueDateTime", textElement("qdt:DateTimeString", compact(date), FORMAT));
}

export function ciiTaxPointDate(date: CalendarDate | null): XmlElement | null {
  return group("ram:TaxPointDate", textElement("udt:DateString", compact(date), FORMAT));
}

export function ciiPeriod(period: InvoicingPeriod | null): XmlElement | null {
  if (period === null) return null;
  return group(
    "ram:BillingSpecifiedPeriod",
    ciiDate("ram:StartDateTime", period.start),
    ciiDate("ram:EndDateTime", period.end),
  );
}

function compact(date: CalendarDate | null): string | null {
  return date === null ? null : date.replaceAll("-", "");
}
