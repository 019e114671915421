import { expect, test } from "vitest";
import { shareLookups } from "../../src/api-keys/share-lookups.ts";

/** Lookups that the test answers itself, in the order in which they began. */
function byHand() {
  const begun: (PromiseWithResolvers<string> & { name: string })[] = [];
  const lookup = shareLookups((name) => {
    const answer = { ...Promise.withResolvers<string>(), name };
    begun.push(answer);
    return answer.promise;
  });
  return { begun, lookup };
}

const turn = () => new Promise(setImmediate);

test("answers a caller that asks during a lookup from a lookup that began afterwards (R-KEY-1)", async () => {
  const { begun, lookup } = byHand();
  const first = lookup("key");
  const [second, third] = [lookup("key"), lookup("key")];
  expect(begun).toHaveLength(1);
  begun[0]?.resolve("valid");
  expect(await first).toBe("valid");
  await turn();
  // The second and the third caller share one lookup. A caller that arrives while it runs waits for another.
  expect(begun).toHaveLength(2);
  const fourth = lookup("key");
  begun[1]?.resolve("revoked");
  expect([await second, await third]).toEqual(["revoked", "revoked"]);
  await turn();
  expect(begun).toHaveLength(3);
  begun[2]?.resolve("gone");
  expect(await fourth).toBe("gone");
});

test("names do not wait for each other, and the next lookup begins at once after an answer", async () => {
  const { begun, lookup } = byHand();
  const answers = [lookup("a"), lookup("b")];
  expect(begun.map(({ name }) => name)).toEqual(["a", "b"]);
  begun[0]?.resolve("A");
  begun[1]?.resolve("B");
  expect(await Promise.all(answers)).toEqual(["A", "B"]);
  await turn();
  void lookup("a");
  expect(begun).toHaveLength(3);
});

test("a failed lookup fails only for the callers that waited for it", async () => {
  const { begun, lookup } = byHand();
  const [first, second] = [lookup("key"), lookup("key")];
  begun[0]?.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await turn();
  begun[1]?.resolve("back");
  expect(await second).toBe("back");
});
