import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { EXPORTED_LISTS } from "../../src/export/export-resources.ts";

const LEFT_OUT: Readonly<Record<string, string>> = {
  "/account-tags": "each account has its tags",
  "/events": "events have a file in the format of events import",
  "/model-prices/catalog/models": "they come with the release, or from a file",
  "/people/names": "a short form of /people",
  "/plans/": "the same as /plans",
  "/request-log": "a log of the last days",
};

interface Contract {
  readonly paths: Readonly<Record<string, { readonly get?: object }>>;
}

test("every list of the API is exported, or has a reason why not (R-OPS-5)", async () => {
  const contract = new URL("../../../http/openapi.json", import.meta.url);
  const { paths } = JSON.parse(await readFile(contract, "utf8")) as Contract;
  const lists = Object.entries(paths).flatMap(([path, { get }]) => {
    const isFigure = path.startsWith("/insights/");
    const isList = get !== undefined && /LimitQuery|"name":"limit"/.test(JSON.stringify(get));
    return isList && !isFigure && !path.includes("{") ? [path] : [];
  });
  const exported = EXPORTED_LISTS.map(({ path }) => path);
  expect(lists.length).toBeGreaterThan(30);
  expect(lists.toSorted()).toEqual([...exported, ...Object.keys(LEFT_OUT)].toSorted());
});
