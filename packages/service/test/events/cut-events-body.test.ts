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
])("R-EVT-1: a body cut into events equals the body parsed as a whole: %s", (text) => {
  expect(looked(cut(text))).toEqual(whole(text));
});

test("R-EVT-1: cutting any list of JSON values equals parsing it", () => {
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
  "leaves a body in another form to the full parser: %s",
  (text) => expect(cut(text)).toBeNull(),
);

test("refuses a body with an event that is not JSON, and names its index", () => {
  const body = cut('[{"uniqueId":"a"},{"uniqueId":b}]');
  expect(() => looked(body)).toThrow("The body is not valid JSON, in event 1.");
});

test("R-EVT-1: counts more than 10,000 events without parsing them", () => {
  expect(() => cut(`{"events":[${"{},".repeat(2_000_000)}{}]}`)).toThrow("missing or invalid: /events.");
});

test("an event with too many values does not affect the others", () => {
  const body = cut(`[{"uniqueId":"a"},[${"{},".repeat(1_000)}{}]]`);
  expect(body?.events.map(({ fault }) => fault?.code)).toEqual([undefined, "too_many"]);
});

test("refuses a body in another form with millions of values before parsing it", () => {
  expect(() => cut(`{"x":[${"{},".repeat(1_000_001)}{}]}`)).toThrow("more than 1000000 values");
});
