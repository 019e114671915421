import { inlined } from "@counterfoil/testkit/contract";
import { acceptQuote, environment, type Json, scenario, sendQuote, type Story } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";

// R-SUB-1: every status × every operation on a subscription. A forbidden operation returns 409 with the status and what
// it allows, and changes nothing.

const STATUSES = ["draft", "sent", "accepted", "active", "canceled"] as const;
type Status = (typeof STATUSES)[number];

/** A subscription in some status, with the IDs and tokens that reach it. */
interface Subject {
  readonly path: string;
  /** The token of its link. For a draft, a token that opens nothing. */
  readonly token: string;
  /** One of its versions: a draft, if it may have one. */
  readonly version: string;
}

/** Each operation, and the result for each status, in the order of `STATUSES`. */
interface Row {
  readonly done: string;
  readonly request: (subject: Subject) => Promise<{ status: number; body: Json }>;
  readonly answers: readonly [number, number, number, number, number];
}

let story: Story;
let base: string;
let extra: string;

beforeAll(async () => {
  story = await scenario({ start: "2024-01-01" });
  base = await story.fixed("Base", "10.00");
  extra = await story.fixed("Extra", "5.00");
});

async function subjectIn(status: Status): Promise<Subject> {
  // A contract that ended a year ago is over as soon as it is activated.
  const past = { contractStartDate: "2023-01-01", contractPeriodType: "fixed", contractDuration: 1 };
  const { id } = await story.subscribe({ prices: [base], activate: false, ...(status === "canceled" ? past : {}) });
  const path = `/subscriptions/${id}`;
  const { versions } = await story.api.get<{ versions: Json[] }>(`${path}/versions`);
  const token = status === "draft" ? "none" : (await sendQuote(story.api, id)).token;
  if (status === "accepted") await acceptQuote(story.environment, token);
  if (status === "active" || status === "canceled") await story.api.post(`${path}/activate`);
  const ramp = { startDate: "2024-06-01", priceGroups: [{ priceIds: [extra] }] };
  const draft = status === "active" ? await story.api.post(`${path}/versions`, ramp) : versions[0];
  expect((await story.api.get(path))["status"]).toBe(status);
  return { path, token, version: `${path}/versions/${draft?.id}` };
}

const post = (path: string, body?: object) => story.api.request("POST", path, { body });
const patch = (path: string, body: object) => story.api.request("PATCH", path, { body });

/** First does something to an active subscription, so that there is something to undo. */
const afterDoing = async (done: string, path: string) => {
  if ((await story.api.get(path))["status"] === "active") await story.api.post(`${path}/${done}`);
  return path;
};

const rows: readonly Row[] = [
  //                                                                                        draft sent acc. act. can.
  { done: "send", request: ({ path }) => post(`${path}/send`, {}), answers: [200, 200, 409, 409, 409] },
  // A draft has no link with which it could be accepted.
  { done: "accept", request: ({ token }) => acceptQuote(story.environment, token), answers: [404, 200, 409, 409, 409] },
  { done: "activate", request: ({ path }) => post(`${path}/activate`), answers: [200, 200, 200, 409, 409] },
  { done: "delete", request: ({ path }) => story.api.request("DELETE", path), answers: [204, 409, 409, 409, 409] },
  {
    done: "change what is owed",
    request: ({ path }) => patch(path, { minimumSpend: { amount: "7.00", period: "month" } }),
    answers: [200, 409, 409, 409, 409],
  },
  {
    done: "change what the quote shows",
    request: ({ path }) => patch(path, { name: "Renamed", invoicePaymentTerms: "net_7" }),
    answers: [200, 409, 409, 200, 200],
  },
  {
    done: "change what only the seller sees",
    request: ({ path }) => patch(path, { invoiceMemoTemplate: "Thank you", purchaseOrderNumber: "PO-7" }),
    answers: [200, 200, 200, 200, 200],
  },
  {
    done: "add a version",
    request: ({ path }) => post(`${path}/versions`, { startDate: "2024-05-01" }),
    answers: [201, 409, 409, 201, 409],
  },
  {
    done: "change a draft version",
    request: ({ version }) => patch(version, { priceGroups: [{ priceIds: [base, extra] }] }),
    answers: [200, 409, 409, 200, 409],
  },
  {
    done: "delete a draft version",
    request: ({ version }) => story.api.request("DELETE", version),
    answers: [204, 409, 409, 204, 409],
  },
  {
    done: "publish a version",
    request: ({ version }) => post(`${version}/publish`),
    answers: [200, 409, 409, 200, 409],
  },
  {
    done: "change what it sells",
    request: ({ path }) => post(`${path}/changes`, { add: [{ priceId: extra }] }),
    answers: [409, 409, 409, 201, 409],
  },
  {
    done: "preview a change",
    request: ({ path }) => post(`${path}/changes/preview`, { add: [{ priceId: extra }] }),
    answers: [409, 409, 409, 200, 409],
  },
  { done: "pause", request: ({ path }) => post(`${path}/pause`), answers: [409, 409, 409, 200, 409] },
  {
    done: "resume",
    request: async ({ path }) => post(`${await afterDoing("pause", path)}/resume`),
    answers: [409, 409, 409, 200, 409],
  },
  { done: "cancel", request: ({ path }) => post(`${path}/cancel`), answers: [409, 409, 409, 200, 409] },
  {
    done: "withdraw a cancelation",
    request: async ({ path }) => post(`${await afterDoing("cancel", path)}/cancel/withdraw`),
    answers: [409, 409, 409, 200, 409],
  },
];

const cells = rows.flatMap(({ done, request, answers }) =>
  STATUSES.map((status, index) => ({ status, done, request, answer: answers[index] ?? 0 })),
);

test.each(cells)("$status: $done → $answer", async ({ status, request, answer }) => {
  const subject = await subjectIn(status);
  const before = await everythingOf(subject);
  const { status: answered, body } = await request(subject);
  expect([answered, body]).toEqual([answer, body]);
  if (answer < 400) return;
  expect(await everythingOf(subject)).toEqual(before);
  if (answer !== 409) return;
  expect(body).toMatchObject({ code: "state_conflict", detail: expect.stringContaining(`is ${status}`) });
  expect(body["detail"]).toMatch(/\b(can|cannot)\b/);
});

/** The subscription with its versions, and the number of notifications. */
async function everythingOf({ path }: Subject): Promise<unknown[]> {
  const paths = [path, `${path}/versions`, "/notifications?limit=1"];
  return Promise.all(paths.map((one) => story.api.get(one)));
}

test("a refusal names the status and what it allows (R-SUB-1)", async () => {
  const detailOf = async (status: Status, done: string) => {
    const { request } = rows.find((row) => row.done === done)!;
    return (await request(await subjectIn(status))).body["detail"];
  };
  expect(await detailOf("active", "send")).toBe(
    "The subscription is active. You can send it only while it is draft or sent. Now you can edit its versions, change it, pause it, resume it, cancel it or withdraw its cancellation.",
  );
  expect(await detailOf("sent", "add a version")).toBe(
    "The subscription is sent. You can edit its versions only while it is draft or active. Now you can send it, accept it or activate it.",
  );
  expect(await detailOf("canceled", "activate")).toBe(
    "The subscription is canceled. You can activate it only while it is draft, sent or accepted. Nothing more can be done with it.",
  );
  expect(await detailOf("accepted", "change what the quote shows")).toBe(
    "The subscription is accepted. name, invoicePaymentTerms can be changed only while it is a draft.",
  );
});

test("covers every status", async () => {
  expect(STATUSES.length * rows.length).toBe(cells.length);
  const api = (await environment()).api("");
  const document = inlined(await api.get<{ paths: Record<string, Record<string, OpenApiRoute>> }>("/openapi.json"));
  const properties =
    document.paths["/subscriptions/{id}"]?.["get"]?.responses["200"]?.content["application/json"].schema;
  expect(properties?.properties["status"]?.enum).toEqual(STATUSES);
});

interface OpenApiRoute {
  readonly responses: Record<
    string,
    { content: { "application/json": { schema: { properties: Record<string, { enum?: string[] }> } } } }
  >;
}
