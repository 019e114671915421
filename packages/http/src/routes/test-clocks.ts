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
  targetTime: nullable(Type.String({ format: "date-time", description: "Where it is going; null while it stands." })),
  status: oneOf(TEST_CLOCK_STATUSES),
  progress: Type.Number({ minimum: 0, maximum: 1, description: "The share of the way that is done." }),
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
    summary: "Get a test clock and how far it is",
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
    description: "A clock that stands at frozenTime. Accounts are put on it when they are created, with testClockId.",
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
    summary: "Move a test clock forward",
    description: "Everything that falls due on the way is run, in order. Ask for the clock until its status is ready.",
    scope: "write",
    params: byId,
    body: record({ frozenTime: instantInput }),
    status: 202,
    response: testClock,
    handle: ({ context, params, body }) => advanceTestClock(context, params.id, body),
  }),
];
