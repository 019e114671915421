import { expect, test } from "vitest";
import { shareLookups } from "../../src/api-keys/share-lookups.ts";

/** Look-ups that are answered by hand, in the order in which they began. */
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

test("who asks while a look-up runs is answered by one that began after he asked (R-KEY-1)", async () => {
  const { begun, lookup } = byHand();
  const first = lookup("key");
  const [second, third] = [lookup("key"), lookup("key")];
  expect(begun).toHaveLength(1);
  begun[0]?.resolve("valid");
  expect(await first).toBe("valid");
  await turn();
  // The second and the third share one look-up, and who comes while it runs waits for another.
  expect(begun).toHaveLength(2);
  const fourth = lookup("key");
  begun[1]?.resolve("revoked");
  expect([await second, await third]).toEqual(["revoked", "revoked"]);
  await turn();
  expect(begun).toHaveLength(3);
  begun[2]?.resolve("gone");
  expect(await fourth).toBe("gone");
});

test("names do not wait for one another, and after an answer the next begins at once", async () => {
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

test("a look-up that fails is the failure of those who waited for it, and of nobody after them", async () => {
  const { begun, lookup } = byHand();
  const [first, second] = [lookup("key"), lookup("key")];
  begun[0]?.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await turn();
  begun[1]?.resolve("back");
  expect(await second).toBe("back");
});
