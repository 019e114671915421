import {
  type ExemptStatement,
  findUnlimitedEventReaders,
  isPackageSource,
  parse,
  print,
  readRepository,
} from "@counterfoil/testkit/house-rules";
import { expect, test } from "vitest";

const files = readRepository(
  (path) => isPackageSource(path) && /^packages\/(storage|service|http|worker|cli)\//.test(path),
).map(parse);

const storage = (path: string) => `packages/storage/src/${path}`;
const ALONE = "Runs without a border: then PostgreSQL has all events that the reading needs.";
const UNKNOWN = "Events of unknown accounts are only in PostgreSQL.";

/** Statements that may read PostgreSQL as if it had all events, with reasons. */
const exempt: readonly ExemptStatement[] = [
  {
    path: storage("history/history-block.ts"),
    contains: "union all",
    because: "Reads what is copied, to copy and to compare it.",
  },
  {
    path: storage("usage/stream-events.ts"),
    contains: "as is_few",
    because: "Counts only if PostgreSQL has all events of the reading.",
  },
  { path: storage("usage/walk-account-events.ts"), contains: "cross join lateral", because: ALONE },
  { path: storage("books/walk-counted-events.ts"), contains: "cross join lateral", because: ALONE },
  {
    path: storage("usage/list-usage-events.ts"),
    contains: "named_usage_event",
    because: "A list without a border, and rows that one with a border found in PostgreSQL.",
  },
  {
    path: storage("usage/read-new-events.ts"),
    contains: "max(sequence)",
    because: "The watermark counts for events that PostgreSQL no longer has.",
  },
  {
    path: storage("usage/sequence-after.ts"),
    contains: "offset $4",
    because: "Copied blocks count the events that PostgreSQL no longer has.",
  },
  {
    path: storage("usage/totals/keep-totals.ts"),
    contains: "not exists (select from usage_event",
    because: "Rows of the copy count as well.",
  },
  { path: storage("usage/bind-usage-events.ts"), contains: "streams.waiting", because: UNKNOWN },
  {
    path: storage("usage/correct-usage-event.ts"),
    contains: "select from usage_event where",
    because: "An event can be corrected only if PostgreSQL has it.",
  },
  {
    path: storage("usage/bind-usage-events.ts"),
    contains: "declare bound_events",
    because: "Events that were just bound are not copied yet.",
  },
  {
    path: storage("insights/cost-rows.ts"),
    contains: "left join usage_event e",
    because: "A part of a statement that limits the costs instead.",
  },
  {
    path: storage("costs/cost-bookings.ts"),
    contains: "e.voided_sequence is not null",
    because: "Compares costs with the rows that PostgreSQL has. Costs of other events were compared before.",
  },
];

test("every statement that reads events leaves to ClickHouse what a reading takes from there (R-HIST-2)", () => {
  const { statements, violations, unused } = findUnlimitedEventReaders(files, exempt);
  expect(statements).toBeGreaterThan(25);
  expect(print(violations)).toEqual([]);
  expect(unused).toEqual([]);
});

test.each([
  'const text = "select * from usage_event where organization_number = $1";',
  "const text = `declare c cursor for select 1 from usage_stream s join usage_event e on true`;",
  "const MORE = `and true`;\nconst text = `select from named_usage_event e where ${MORE}`;",
  'const listed = { table: "named_usage_event" };',
])("%s is found", (text) => {
  const planted = parse({ path: "packages/storage/src/planted.ts", text });
  expect(findUnlimitedEventReaders([planted], []).violations).toHaveLength(1);
});

test.each([
  'const text = `select * from usage_event e where ${inPostgres("$2", "$3")}`;',
  'const MORE = `and ${namedInPostgres("$2", "$3")}`;\nconst text = `select * from named_usage_event e where ${isAll ? "" : MORE}`;',
  'const text = "select * from usage_event_key";',
])("%s is fine", (text) => {
  const planted = parse({ path: "packages/storage/src/planted.ts", text });
  expect(findUnlimitedEventReaders([planted], []).violations).toEqual([]);
});
