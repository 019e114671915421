import fc from "fast-check";
import { expect, test } from "vitest";
import { cutEventsBody, type EventsBody, parseEventsBody, type SentEvent } from "../../src/index.ts";

const cut = (text: string): EventsBody<SentEvent> | null => cutEventsBody(Buffer.from(text), false);
const whole = (text: string) => {
  const { events, list } = parseEventsBody(text);
  return { events, list };
};
const looked = (body: EventsBody<SentEvent> | null) =>
  body === null ? null : { events: body.events.map(({ event }) => event), list: body.list };

test.each([
  '{"events":[{"uniqueId":"a","properties":{"text":"},{\\"]"}},{"uniqueId":"b"}]}',
  '[{"uniqueId":"a\\\\"},{"uniqueId":"\\u00e9"}]',
  ' { "events" : [ {"uniqueId":"a"} , 7 , null, "x,y" ] } ',
  '{"events":[]}',
  "[]",
])("R-EVT-1: a body cut into its events is what it is when parsed as a whole: %s", (text) => {
  expect(looked(cut(text))).toEqual(whole(text));
});

test("R-EVT-1: any list of JSON values is cut as it is parsed", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 3 })), fc.boolean(), fc.nat(3), (values, isBare, indent) => {
      const text = JSON.stringify(isBare ? values : { events: values }, null, indent);
      // A member named by a single backslash is refused, in every form of a body.
      fc.pre(!text.includes('"\\\\":'));
      expect(looked(cut(text))).toEqual({ events: JSON.parse(JSON.stringify(values)), list: isBare ? "" : "/events" });
    }),
  );
});

test.each(['{"events":[{}],"more":1}', '{"uniqueId":"a"}', '{"events":[{},]}', '{"events":[{}]', "[{}]]", "[,]", ""])(
  "a body in another form is left to whoever parses it as a whole: %s",
  (text) => expect(cut(text)).toBeNull(),
);

test("a body that is no JSON in one event is refused with the event's place", () => {
  const body = cut('[{"uniqueId":"a"},{"uniqueId":b}]');
  expect(() => looked(body)).toThrow("The body is not JSON, in event 1.");
});

test("R-EVT-1: more than 10,000 events are counted and not parsed", () => {
  expect(() => cut(`{"events":[${"{},".repeat(2_000_000)}{}]}`)).toThrow("see errors (/events)");
});

test("an event with more values than one can have is a fault of its own, and harms no other", () => {
  const body = cut(`[{"uniqueId":"a"},[${"{},".repeat(1_000)}{}]]`);
  expect(body?.events.map(({ fault }) => fault?.code)).toEqual([undefined, "too_many"]);
});

test("a body in another form with millions of values is refused before it is parsed", () => {
  expect(() => cut(`{"x":[${"{},".repeat(1_000_001)}{}]}`)).toThrow("more than 1000000 values");
});
