import type { ElectronicInvoice } from "../model/electronic-invoice.ts";

/** One rule, by its number in the standard. */
export interface Rule {
  readonly id: string;
  /** The requirement. */
  readonly message: string;
  /** JSON pointers to the places in the invoice that violate the rule. */
  readonly broken: (invoice: ElectronicInvoice) => readonly string[];
}

/** A violated rule, and where. */
export interface BrokenRule {
  readonly rule: string;
  readonly message: string;
  /** JSON pointer into the invoice. */
  readonly path: string;
}

export function rule(id: string, message: string, broken: Rule["broken"]): Rule {
  return { id, message, broken };
}

/** A rule about one place. It is violated there unless `holds`. */
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

/** A rule about each member of a list. It is violated at the members for which it does not hold. */
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

/** A value must be from the list. A missing value is valid. */
export function isCoded(codes: ReadonlySet<string>, code: string | null): boolean {
  return !isWritten(code) || codes.has(code);
}
