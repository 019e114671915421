import { expect, test } from "vitest";
import { isRead, NOTHING_READ, parseMarks, withAllRead, withRead } from "../src/app/read-marks.ts";

test("a notification is read by itself, or with all before it", () => {
  const marks = withRead(withAllRead(NOTHING_READ, "ntf_05"), "ntf_07");
  expect(["ntf_04", "ntf_05", "ntf_06", "ntf_07", "ntf_08"].map((id) => isRead(marks, id))).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
});

test("single marks that a later mark covers are forgotten, and a mark never moves back", () => {
  const marks = withAllRead({ upTo: "ntf_02", ids: ["ntf_04", "ntf_09"] }, "ntf_05");
  expect(marks).toEqual({ upTo: "ntf_05", ids: ["ntf_09"] });
  expect(withAllRead(marks, "ntf_03")).toEqual(marks);
  expect(withRead(marks, "ntf_05")).toBe(marks);
});

test("what the browser stored by another version is no mark", () => {
  expect(parseMarks("")).toBeNull();
  expect(parseMarks("ntf_05")).toBeNull();
  expect(parseMarks('{"upTo": 5, "ids": []}')).toBeNull();
  expect(parseMarks('{"upTo": "ntf_05", "ids": ["ntf_07"]}')).toEqual({ upTo: "ntf_05", ids: ["ntf_07"] });
});
