import type { ElectronicInvoice } from "../model/electronic-invoice.ts";

/** One rule of the standard, by the number that it has there. */
export interface Rule {
  readonly id: string;
  /** What has to be so. */
  readonly message: string;
  /** Where it is not so: JSON pointers into the invoice. */
  readonly broken: (invoice: ElectronicInvoice) => readonly string[];
}

/** A rule that an invoice breaks, and where. */
export interface BrokenRule {
  readonly rule: string;
  readonly message: string;
  /** JSON pointer into the invoice. */
  readonly path: string;
}

export function rule(id: string, message: string, broken: Rule["broken"]): Rule {
  return { id, message, broken };
}

/** A rule about one place: it is broken there unless `holds`. */
export function ruleAt(
  id: string,
  message: string,
  path: string,
  holds: (invoice: ElectronicInvoice) => boolean,
): Rule {
  return rule(id, message, (invoice) => (holds(invoice) ? [] : [path]));
}

interface MemberRule<Member> {
  readonly list: string;
  readonly members: (invoice: ElectronicInvoice) => readonly Member[];
  readonly holds: (member: Member, invoice: ElectronicInvoice) => boolean;
  readonly member?: string;
}

/** A rule about each member of a list: it is broken at those for which it does not hold. */
export function ruleForEach<Member>(
  id: string,
  message: string,
  { list, members, holds, member = "" }: MemberRule<Member>,
): Rule {
  return rule(id, message, (invoice) =>
    members(invoice).flatMap((one, index) => (holds(one, invoice) ? [] : [`${list}/${index}${member}`])),
  );
}

export function isWritten(text: string | null): text is string {
  return text !== null && text.trim() !== "";
}

/** What has a value has it from the list. */
export function isCoded(codes: ReadonlySet<string>, code: string | null): boolean {
  return !isWritten(code) || codes.has(code);
}
