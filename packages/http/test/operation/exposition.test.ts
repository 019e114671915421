import { expect, test } from "vitest";
import { exposition } from "../../src/operation/exposition.ts";
import { readExposition } from "./read-exposition.ts";

test("escapes text as Prometheus expects, and omits families without samples", () => {
  const told = exposition([
    { name: "a_total", type: "counter", help: 'a "quoted" \\ and\nbroken line', samples: [{ value: 3 }] },
    { name: "b", type: "gauge", help: "b", samples: [] },
    { name: "c", type: "gauge", help: "c", samples: [{ labels: { path: 'C:\\x"\n' }, value: -0.5 }] },
    { name: "d", type: "gauge", help: "d", samples: [{ value: Number.POSITIVE_INFINITY }] },
    { name: "e", type: "gauge", help: "e", samples: [{ value: 1e-9 }, { labels: { x: "1" }, value: Number.NaN }] },
  ]);
  expect(told).toBe(
    [
      '# HELP a_total a "quoted" \\\\ and\\nbroken line',
      "# TYPE a_total counter",
      "a_total 3",
      "# HELP c c",
      "# TYPE c gauge",
      'c{path="C:\\\\x\\"\\n"} -0.5',
      "# HELP d d",
      "# TYPE d gauge",
      "d +Inf",
      "# HELP e e",
      "# TYPE e gauge",
      "e 1e-9",
      'e{x="1"} NaN',
      "",
    ].join("\n"),
  );
  expect(readExposition(told).value("c", { path: 'C:\\x"\n' })).toBe(-0.5);
});

test.each([
  "a 1",
  "# TYPE a gauge\na 1\n",
  "# HELP a a\n# TYPE a gauge\nb 1\n",
  "# HELP a a\n# TYPE a gauge\na 1\na 2\n",
  '# HELP a a\n# TYPE a gauge\na{b="c} 1\n',
  "# HELP a a\n# TYPE a gauge\na one\n",
  "# HELP a a\n# TYPE a gauge\na_bucket 1\n",
])("the reader of these tests refuses %j", (text) => {
  expect(() => readExposition(text)).toThrowError();
});
