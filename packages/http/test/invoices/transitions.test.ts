import { Decimal } from "@counterfoil/engine";
import { applyPayment, type Context, transact } from "@counterfoil/service";
import { type Answer, type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";

// R-INV-2: every status × every operation on an invoice. A forbidden operation returns 409 with the status and what it
// allows, and changes nothing.

const STATUSES = ["draft", "issued", "overdue", "paid", "void", "uncollectible"] as const;
type Status = (typeof STATUSES)[number];

let story: Story;

beforeAll(async () => {
  story = await scenario({ start: "2024-01-01", graceHours: 24 });
});

async function oneOff(members: object = {}): Promise<string> {
  const lines = [{ description: "Setup", unitPrice: "100.00" }];
  return (await story.api.post("/invoices", { accountId: story.accountId, lines, paymentTerms: "net_90", ...members }))
    .id;
}

let days = 1;

/** The ID of a one-off invoice in the given status. */
async function invoiceIn(status: Status): Promise<string> {
  const id = await oneOff({
    autoIssue: status !== "draft",
    ...(status === "overdue" ? { paymentTerms: "on_issue" } : {}),
    ...(status === "paid" ? { lines: [{ description: "Gift", unitPrice: "0" }] } : {}),
  });
  if (status === "void") await story.api.post(`/invoices/${id}/void`, { reason: "Wrong" });
  if (status === "uncollectible") await story.api.post(`/invoices/${id}/mark-uncollectible`);
  if (status === "overdue") await story.advanceTo(`2024-01-${String((days += 1)).padStart(2, "0")}`);
  expect((await story.api.get(`/invoices/${id}`))["status"]).toBe(status);
  return id;
}

interface Row {
  readonly done: string;
  readonly request: (path: string) => Promise<Answer>;
  /** In the order of `STATUSES`. */
  readonly answers: readonly [number, number, number, number, number, number];
}

const post = (path: string, body?: object) => story.api.request("POST", path, { body });

const rows: readonly Row[] = [
  //                                                                                    draft issued overd. paid void uncoll.
  {
    done: "edit",
    request: (path) => story.api.request("PATCH", path, { body: { memo: "Thank you" } }),
    answers: [200, 409, 409, 409, 409, 409],
  },
  {
    done: "delete",
    request: (path) => story.api.request("DELETE", path),
    answers: [204, 409, 409, 409, 409, 409],
  },
  { done: "issue", request: (path) => post(`${path}/issue`), answers: [200, 409, 409, 409, 409, 409] },
  {
    done: "void",
    request: (path) => post(`${path}/void`, { reason: "Wrong" }),
    answers: [409, 200, 200, 409, 409, 200],
  },
  {
    done: "give up on",
    request: (path) => post(`${path}/mark-uncollectible`),
    answers: [409, 200, 200, 409, 409, 409],
  },
];

test.each(rows)("$done", async ({ request, answers }) => {
  for (const [place, status] of STATUSES.entries()) {
    const path = `/invoices/${await invoiceIn(status)}`;
    const before = await story.api.get(path);
    const answer = await request(path);
    expect([status, answer.status]).toEqual([status, answers[place]]);
    if (answer.status !== 409) continue;
    expect(answer.body["code"]).toBe("state_conflict");
    expect(answer.body["detail"]).toContain(`The invoice is ${status}. You can `);
    expect(answer.body["detail"]).toMatch(/(Now you can .+|Nothing more can be done with it)\.$/);
    expect(await story.api.get(path)).toEqual(before);
  }
});

test("a refusal names what the status allows", async () => {
  const possible = async (status: Status, action: string) =>
    (await post(`/invoices/${await invoiceIn(status)}/${action}`)).body["detail"];
  expect(await possible("draft", "mark-uncollectible")).toBe(
    "The invoice is draft. You can mark it uncollectible only while it is issued or overdue. Now you can edit it, delete it or issue it.",
  );
  expect(await possible("overdue", "issue")).toBe(
    "The invoice is overdue. You can issue it only while it is draft. Now you can pay it, void it or mark it uncollectible.",
  );
  expect(await possible("uncollectible", "issue")).toBe(
    "The invoice is uncollectible. You can issue it only while it is draft. Now you can pay it or void it.",
  );
  expect(await possible("void", "issue")).toBe(
    "The invoice is void. You can issue it only while it is draft. Nothing more can be done with it.",
  );
});

test("a void requires a reason, and a partly paid invoice cannot be voided", async () => {
  const id = await invoiceIn("issued");
  const faults = (await post(`/invoices/${id}/void`, {})).body;
  expect(faults).toMatchObject({ status: 422, errors: [{ pointer: "/reason" }] });
  await pay(id, "40.00");
  const refused = await post(`/invoices/${id}/void`, { reason: "Wrong" });
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.body["detail"]).toContain("40.00 USD of it is paid");
});

test("a draft of a subscription cannot be deleted, because it bills what is owed", async () => {
  const prices = [await story.fixed("Base", "10.00")];
  const subscription = await story.subscribe({ prices, autoIssueInvoices: false });
  const drafts = (await story.invoices()).filter(({ status }) => status === "draft");
  const own = drafts.find((draft) => (draft as unknown as Json)["subscriptionId"] === subscription.id);
  const refused = await story.api.request("DELETE", `/invoices/${own?.id}`);
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.body["detail"]).toContain("Only a one-off draft can be deleted");
});

test("names the wrong fields of a one-off invoice (R-API-4)", async () => {
  const line = { description: "Setup", unitPrice: "1" };
  const refused: [body: object, pointers: string[]][] = [
    [{ accountId: "unknown", lines: [] }, ["/accountId", "/lines"]],
    [{ accountId: story.accountId }, ["/lineItems"]],
    [{ accountId: story.accountId, lines: [line], lineItems: [line] }, ["/lines"]],
    [{ accountId: story.accountId, lines: [line], currency: "XYZ" }, ["/currency"]],
    [{ accountId: story.accountId, lines: [line], dueDate: "2023-12-31" }, ["/dueDate"]],
    [
      {
        accountId: story.accountId,
        lineItems: [
          { ...line, productId: "prod_x" },
          { ...line, servicePeriod: { start: "2024-02-01", end: "2024-02-01" } },
          { ...line, unitPrice: "ten" },
        ],
      },
      ["/lineItems/2/unitPrice", "/lineItems/0/productId", "/lineItems/1/servicePeriod/end"],
    ],
  ];
  for (const [body, pointers] of refused) {
    const answer = await post("/invoices", body);
    expect([answer.status, (answer.body["errors"] as Json[]).map((fault) => fault["pointer"])]).toEqual([
      422,
      pointers,
    ]);
  }
});

function pay(id: string, amount: string) {
  const { ports } = story.environment;
  const actor = { type: "command", id: "test" } as const;
  const context: Context = { ...ports, organizationId: story.organizationId, actor, requestId: null };
  return transact(context, (work) => applyPayment(work, id, Decimal.of(amount)));
}
