import {
  TEST_CLOCK_STATUSES,
  advanceTestClock,
  createTestClock,
  getTestClock,
  listTestClocks,
  TEST_CLOCK_FIELDS,
} from "@counterfoil/service";
import Type from "typebox";
import { pageOf, paged } from "../lists.ts";
import { route } from "../route.ts";
import { byId, instant, instantInput, name, nullable, oneOf, record, timestamps } from "../schemas/schema.ts";

const tag = "Test clocks";

const testClock = record({
  id: Type.String(),
  name: nullable(Type.String()),
  frozenTime: instant,
  targetTime: nullable(
    Type.String({
      format: "date-time",
      description: "The time that the clock is advancing to. Null if it is not advancing.",
    }),
  ),
  status: oneOf(TEST_CLOCK_STATUSES),
  progress: Type.Number({ minimum: 0, maximum: 1, description: "The completed share of the advance." }),
  failure: nullable(Type.String()),
  ...timestamps,
});

export const testClockRoutes = [
  route({
    method: "GET",
    path: "/test-clocks",
    operationId: "listTestClocks",
    tag,
    summary: "List test clocks",
    scope: "read",
    list: { fields: TEST_CLOCK_FIELDS },
    status: 200,
    response: paged(testClock),
    handle: async ({ context, list }) => pageOf(await listTestClocks(context, list), list),
  }),
  route({
    method: "GET",
    path: "/test-clocks/:id",
    operationId: "getTestClock",
    tag,
    summary: "Get a test clock and its progress",
    scope: "read",
    params: byId,
    status: 200,
    response: testClock,
    handle: ({ context, params }) => getTestClock(context, params.id),
  }),
  route({
    method: "POST",
    path: "/test-clocks",
    operationId: "createTestClock",
    tag,
    summary: "Create a test clock",
    description:
      "The clock starts at `frozenTime` and moves only when you advance it. To use it, create an account with its " +
      "ID as `testClockId`.",
    scope: "write",
    body: record({ frozenTime: instantInput, name: Type.Optional(nullable(name())) }),
    status: 201,
    response: testClock,
    async handle({ context, body, reply }) {
      const created = await createTestClock(context, body);
      reply.header("Location", `/test-clocks/${created.id}`);
      return created;
    },
  }),
  route({
    method: "POST",
    path: "/test-clocks/:id/advance",
    operationId: "advanceTestClock",
    tag,
    summary: "Advance a test clock",
    description:
      "Counterfoil runs everything that falls due on the way, in order. Get the clock repeatedly until its status " +
      "is `ready`.",
    scope: "write",
    params: byId,
    body: record({ frozenTime: instantInput }),
    status: 202,
    response: testClock,
    handle: ({ context, params, body }) => advanceTestClock(context, params.id, body),
  }),
];
