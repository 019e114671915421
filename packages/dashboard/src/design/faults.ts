import { CounterfoilError, type Fault } from "@counterfoil/sdk";

/** The start of a fault that names its field. A field shows its label instead. */
const THIS_FIELD = "This field";

/** A fault with the label of its field: `Quantity must be a number`. */
export function faultOf(fault: string | undefined, label: string): string | undefined {
  return fault?.startsWith(THIS_FIELD) === true ? `${label}${fault.slice(THIS_FIELD.length)}` : fault;
}

/**
 * The fault of one member, as the server names it: `/contacts/0/email`. It says "This field" instead of the member's
 * name, for which fields show their label.
 */
export function faultAt(error: unknown, pointer: string): string | undefined {
  if (!(error instanceof CounterfoilError)) return undefined;
  const fault = error.errors.find((one) => one.pointer === pointer);
  if (fault === undefined) return undefined;
  markShown(error, pointer);
  return withSubject(fault, () => THIS_FIELD);
}

/**
 * The faults of one part, relative to it: `/prices/1/currency` below `/prices/1` is `/currency`. Null if there are
 * none.
 */
export function faultsBelow(error: unknown, part: string): CounterfoilError | null {
  if (!(error instanceof CounterfoilError)) return null;
  const errors = error.errors
    .filter(({ pointer }) => pointer.startsWith(`${part}/`))
    .map((fault) => ({ ...fault, pointer: fault.pointer.slice(part.length) }));
  if (errors.length === 0) return null;
  const below = new CounterfoilError({ ...error, detail: error.message, errors });
  wholeOf.set(below, { whole: error, part });
  return below;
}

/** The pointers that fields show. Without them, a line about the whole form would repeat every fault. */
const shownPointers = new WeakMap<CounterfoilError, Set<string>>();
/** The error of which another is a part, and the pointer to that part. */
const wholeOf = new WeakMap<CounterfoilError, { readonly whole: CounterfoilError; readonly part: string }>();

function markShown(error: CounterfoilError, pointer: string): void {
  const shown = shownPointers.get(error) ?? new Set();
  shownPointers.set(error, shown.add(pointer));
  const from = wholeOf.get(error);
  if (from !== undefined) markShown(from.whole, `${from.part}${pointer}`);
}

const MOST_FAULTS = 5;

/**
 * An error as sentences, never with pointers. Faults that a field shows are only mentioned, so ask for the words after
 * the fields were rendered.
 */
export function wordsOfFaults(error: CounterfoilError): string {
  const shown = shownPointers.get(error);
  const others = error.errors.filter(({ pointer }) => shown?.has(pointer) !== true);
  const some = others.slice(0, MOST_FAULTS).map((fault) => withSubject(fault, nameOfMember));
  const more = others.length - some.length;
  return [
    ...(others.length < error.errors.length ? ["Correct the marked fields."] : []),
    ...some,
    ...(more > 0 ? [`${more} more.`] : []),
  ].join(" ");
}

/** The server's sentence, with other words for the member with which it may begin. */
function withSubject({ pointer, detail }: Fault, subject: (pointer: string) => string): string {
  const member = pointer.slice(pointer.lastIndexOf("/") + 1);
  return member !== "" && detail.startsWith(`${member} `)
    ? `${subject(pointer)}${detail.slice(member.length)}`
    : detail;
}

/** `/lineItems/0/unitPrice` → `Unit price`, `/thresholds/1` → `Thresholds` */
function nameOfMember(pointer: string): string {
  const member =
    pointer
      .split("/")
      .filter((step) => step !== "" && !/^\d+$/.test(step))
      .at(-1) ?? "This";
  const words = member.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
