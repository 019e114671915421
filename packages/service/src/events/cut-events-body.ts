import { DomainError, refuseFaults } from "../errors/index.ts";
import { readCloudEvent } from "./cloud-event.ts";
import { type EventFault, unreadEvent } from "./event.ts";
import { parseEventJson } from "./parse-event-json.ts";
import { type EventsBody, MAX_EVENTS, tooManyEvents } from "./parse-events-body.ts";
import { type SentEvent, sentId } from "./sent-event.ts";

/**
 * An event has at most about 60 values. An event with more than this is not parsed, because that could take many times
 * its size in memory.
 */
const MOST_VALUES = 1_000;
/**
 * The most values of a body in another form, which is parsed as a whole: about as many as 10,000 events with 60 pairs
 * have.
 */
const MOST_VALUES_OF_A_BODY = 1_000_000;

const TOO_MANY_VALUES = unreadEvent("too_many", `The event has more than ${MOST_VALUES} values, which is the maximum.`);

/**
 * The events of a large body, each parsed when it is read and released afterwards. Parsed together, they would take up
 * to twenty times their size. Null for a body that is not `{"events": […]}` or an array; such a body is small or
 * invalid.
 *
 * @throws DomainError for a body with too many events or values
 */
export function cutEventsBody(bytes: Buffer, isCloudEvents: boolean): EventsBody<SentEvent> | null {
  const list = findList(bytes, isCloudEvents);
  const cut = list === null ? null : cutList(bytes, list.from, list.pointer);
  if (list === null || cut === null) {
    if (countValues(bytes, 0, bytes.length) <= MOST_VALUES_OF_A_BODY) return null;
    throw new DomainError(
      "malformed_request",
      `The body has more than ${MOST_VALUES_OF_A_BODY} values. Send fewer events at once.`,
    );
  }
  if (cut.count > MAX_EVENTS) refuseFaults([tooManyEvents(list.pointer, cut.count)]);
  const events = cut.events.map((piece, index) =>
    piece.values > MOST_VALUES
      ? { event: null, fault: TOO_MANY_VALUES }
      : new CutEvent(bytes, piece, index, isCloudEvents),
  );
  return { events, list: list.pointer };
}

/** The position of an event in its body, and the most values that it can have. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly values: number;
}

/** Parsed each time it is read. Only its ID is kept. */
class CutEvent implements SentEvent {
  readonly #bytes: Buffer;
  readonly #piece: Piece;
  readonly #index: number;
  readonly #isCloudEvent: boolean;
  knownId: string | null | undefined;

  constructor(bytes: Buffer, piece: Piece, index: number, isCloudEvent: boolean) {
    this.#bytes = bytes;
    this.#piece = piece;
    this.#index = index;
    this.#isCloudEvent = isCloudEvent;
  }

  get event(): unknown {
    return this.#read().event;
  }

  get fault(): EventFault | undefined {
    return this.#isCloudEvent ? this.#read().fault : undefined;
  }

  /** @throws DomainError if the body is not JSON here */
  #read(): SentEvent {
    const text = this.#bytes.toString("utf8", this.#piece.from, this.#piece.to);
    const parsed = parseEventJson(text, "body", `, in event ${this.#index}`);
    const read = this.#isCloudEvent ? readCloudEvent(parsed) : { event: parsed };
    this.knownId ??= sentId(read);
    return read;
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const EVENTS = Buffer.from('"events"');

/** Where the list of events begins, and the pointer to it. */
function findList(bytes: Buffer, isBare: boolean): { readonly from: number; readonly pointer: string } | null {
  let at = skipBlank(bytes, 0);
  if (bytes[at] === OPEN_LIST) return { from: at + 1, pointer: "" };
  if (bytes[at] !== OPEN_OBJECT || isBare) return null;
  at = skipBlank(bytes, at + 1);
  if (bytes.compare(EVENTS, 0, EVENTS.length, at, at + EVENTS.length) !== 0) return null;
  at = skipBlank(bytes, at + EVENTS.length);
  if (bytes[at] !== COLON) return null;
  at = skipBlank(bytes, at + 1);
  return bytes[at] === OPEN_LIST ? { from: at + 1, pointer: "/events" } : null;
}

/** Null if the list is not the rest of the body. If there are too many events, only counts them. */
function cutList(bytes: Buffer, start: number, pointer: string): { events: Piece[]; count: number } | null {
  const events: Piece[] = [];
  let count = 0;
  for (let from = start; ;) {
    const end = endOfItem(bytes, from);
    if (end === null) return null;
    const isEmpty = skipBlank(bytes, from) >= end.to;
    // `[]` has none. An empty place between commas is not JSON, which the full parser reports.
    if (isEmpty && (count > 0 || bytes[end.to] === COMMA)) return null;
    if (!isEmpty) {
      count += 1;
      if (count <= MAX_EVENTS) events.push({ from, to: end.to, values: end.values });
    }
    from = end.to + 1;
    if (bytes[end.to] === COMMA) continue;
    let rest = skipBlank(bytes, from);
    if (pointer !== "") {
      if (bytes[rest] !== CLOSE_OBJECT) return null;
      rest = skipBlank(bytes, rest + 1);
    }
    return rest === bytes.length ? { events, count } : null;
  }
}

/** The comma or bracket that ends the item that begins at `from`. Null if there is none. */
function endOfItem(bytes: Buffer, from: number): { readonly to: number; readonly values: number } | null {
  let depth = 0;
  let values = 0;
  for (let at = from; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfText(bytes, at);
        break;
      case COMMA:
        if (depth === 0) return { to: at, values };
        values += 1;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (depth === 0) return bytes[at] === CLOSE_LIST ? { to: at, values } : null;
        depth -= 1;
        break;
      default:
    }
  }
  return null;
}

function countValues(bytes: Buffer, from: number, to: number): number {
  let values = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) values += 1;
  }
  return values;
}

/** The quotation mark that ends the text that begins at `from`, or the end of the bytes. */
function endOfText(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from + 1); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let before = at - 1;
    while (bytes[before] === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return bytes.length;
}

/** Whitespace in JSON. */
function skipBlank(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1;
  return at;
}
