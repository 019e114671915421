import { expect, test } from "vitest";
import type { Fault } from "../../src/errors/index.ts";
import { checkProperties } from "../../src/events/check-properties.ts";
import { readCloudEvent } from "../../src/events/cloud-event.ts";

// R-EVT-1: CloudEvents and properties.

const cloud = {
  specversion: "1.0",
  id: "7",
  source: "/meters/1",
  type: "api_call",
  subject: "acct_1",
  time: "2024-01-31T08:00:00Z",
  data: { bytes: 5 },
};
const codesOf = (members: object) => readCloudEvent({ ...cloud, ...members }).fault?.code;

test("source and id together are the uniqueId, and subject, type, time and data are the rest", () => {
  expect(readCloudEvent(cloud)).toEqual({
    event: {
      uniqueId: "/meters/1 7",
      account: "acct_1",
      eventName: "api_call",
      timestamp: "2024-01-31T08:00:00Z",
      properties: { bytes: 5 },
    },
  });
  // No other source and ID have the same joined text.
  expect(readCloudEvent({ ...cloud, source: "/a b", id: "c" }).event).toMatchObject({ uniqueId: "/a%20b c" });
});

test.each([
  [{ specversion: "0.3" }, "unsupported_specversion"],
  [{ specversion: undefined }, "required"],
  [{ id: null }, "required"],
  [{ subject: 7 }, "wrong_type"],
  [{ datacontenttype: "text/plain" }, "wrong_content_type"],
  [{ datacontenttype: "application/cloudevents+json; charset=utf-8" }, undefined],
  [{ data_base64: "AA==" }, "wrong_content_type"],
  [{ event_name: "x" }, "unknown_member"],
  [{ traceid: "x" }, undefined],
  [{ traceid: { a: 1 } }, "unknown_member"],
  [{ id: "x".repeat(255) }, "too_long"],
])("%j: %s", (members, expected) => {
  expect(codesOf(members)).toBe(expected);
});

function check(sent: unknown) {
  const faults: Fault[] = [];
  const { text, oversized } = checkProperties(sent, faults);
  return faults.length === 0 ? { text, oversized } : faults.map(({ pointer, code }) => `${pointer} ${code}`);
}

test("equal content has equal text: sorted names, and one format for each number", () => {
  expect(check({ b: 1e21, a: "x", c: true })).toEqual({
    text: '{"a":"x","b":1000000000000000000000,"c":true}',
    oversized: [],
  });
  expect(check(undefined)).toEqual({ text: "{}", oversized: [] });
});

test.each([
  [[], ["/properties wrong_type"]],
  [null, ["/properties wrong_type"]],
  [{ a: null }, ["/properties/a wrong_type"]],
  [{ a: { b: 1 } }, ["/properties/a wrong_type"]],
  [{ "": 1 }, ["/properties/ wrong_name"]],
  [{ a: "x".repeat(10_001) }, ["/properties/a too_long"]],
  [{ a: "\0" }, ["/properties/a unstorable_character"]],
  [Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`p${index}`, 1])), ["/properties too_many"]],
])("%j: %j", (sent, expected) => {
  expect(check(sent)).toEqual(expected);
});
