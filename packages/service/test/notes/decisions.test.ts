import { expect, test } from "vitest";
import { readCursor, writeCursor } from "../../src/notes/activity-cursor.ts";
import { metadataFaults, metadataWrite } from "../../src/notes/changed-metadata.ts";
import { changedTags, tagFaults, tidyTags } from "../../src/notes/changed-tags.ts";
import { mentionsIn } from "../../src/notes/mentions.ts";

const ADA = "person_01kg9a4xqr5ja7dwvc3msftms1";
const BOB = "person_01kg9a4xqr5ja7dwvc3msftms2";

test("a mention is @ and the whole ID of a person, each once", () => {
  expect(mentionsIn(`@${BOB} and @${ADA}, again @${BOB}.`)).toEqual([BOB, ADA]);
  expect(mentionsIn(`(@${ADA})`)).toEqual([ADA]);
  for (const text of [ADA, `x@${ADA}`, `@@${ADA}`, `@${ADA}0`, "@person_01", "@Ada", ""]) {
    expect(mentionsIn(text), text).toEqual([]);
  }
});

test("tags are added after those that stay, and one that is both added and removed stays", () => {
  expect(tidyTags([" a ", "b", "a", " "])).toEqual(["a", "b"]);
  expect(changedTags(["a", "b"], { add: ["c", "a"], remove: ["b", "z"] })).toEqual(["a", "c"]);
  expect(changedTags(["a"], { add: ["a"], remove: ["a"] })).toEqual(["a"]);
  expect(changedTags(["a"], {})).toEqual(["a"]);
});

test("an account has 50 tags", () => {
  const tags = (count: number) => Array.from({ length: count }, (_, index) => String(index));
  expect(tagFaults(tags(50), "/add")).toEqual([]);
  expect(tagFaults(tags(51), "/add")).toMatchObject([{ pointer: "/add", code: "too_many_tags" }]);
});

test("only changed values are written, and only known keys are removed", () => {
  const before = { a: "1", b: "2" };
  expect(metadataWrite(before, { a: "1", b: "3", c: "4", d: null })).toEqual({ set: { b: "3", c: "4" }, removed: [] });
  expect(metadataWrite(before, { a: null })).toEqual({ set: {}, removed: ["a"] });
  expect(metadataWrite({}, { constructor: "x" })).toEqual({ set: { constructor: "x" }, removed: [] });
});

test("the limits of metadata name the key, and count removed keys", () => {
  const full = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, "v"]));
  expect(metadataFaults(full, { k0: null, more: "v" })).toEqual([]);
  expect(metadataFaults(full, { k0: "w" })).toEqual([]);
  expect(metadataFaults(full, { more: "v" })).toMatchObject([{ pointer: "/metadata", code: "too_many_keys" }]);
  expect(metadataFaults({}, { " ": "v", "a/b": "v".repeat(501) })).toMatchObject([
    { pointer: "/metadata/ ", code: "invalid_key" },
    { pointer: "/metadata/a~1b", code: "too_long" },
  ]);
});

test("a cursor is read as it was written, and anything else is refused", () => {
  const place = { at: "2026-01-31T08:04:12.000Z", id: "note_01kg9a4xqr5ja7dwvc3msftms1" };
  expect(readCursor(writeCursor(place))).toEqual(place);
  const other = (text: string) => Buffer.from(text).toString("base64url");
  for (const cursor of [
    "",
    "x",
    other(place.at),
    other(`${place.at} ${place.id} more`),
    other(`2026-99-31T08:04:12Z ${place.id}`),
  ]) {
    expect(() => readCursor(cursor), cursor).toThrow(/The cursor .* is invalid/);
  }
});
