import {
  ACCOUNT_FIELDS,
  createAccount,
  eraseAccount,
  getAccount,
  getBalance,
  listAccounts,
  updateAccount,
} from "@counterfoil/service";
import Type from "typebox";
import { pageCount } from "../lists.ts";
import { route } from "../route.ts";
import { accountBalance, accountChange, accountCreation, account } from "../schemas/account.ts";
import { erasedAccount } from "../schemas/erasure.ts";
import { byId, record } from "../schemas/schema.ts";

const tag = "Accounts";

export const accountRoutes = [
  route({
    method: "GET",
    path: "/accounts",
    operationId: "listAccounts",
    tag,
    summary: "List accounts",
    scope: "read",
    list: { fields: ACCOUNT_FIELDS },
    status: 200,
    response: record({ pageCount: Type.Integer(), data: Type.Array(account) }),
    async handle({ context, list }) {
      const page = await listAccounts(context, list);
      return { pageCount: pageCount(page.total, list), data: page.rows };
    },
  }),
  route({
    method: "GET",
    path: "/accounts/:id",
    operationId: "getAccount",
    tag,
    summary: "Get an account by its id or an alias",
    scope: "read",
    params: byId,
    status: 200,
    response: account,
    handle: ({ context, params }) => getAccount(context, params.id),
  }),
  route({
    method: "GET",
    path: "/accounts/:id/balance",
    operationId: "getAccountBalance",
    tag,
    summary: "Get what an account has to its credit and what it owes",
    description:
      "In the account's currency, and in `balances` in every currency: credit in one currency never pays an invoice in another.",
    scope: "read",
    params: byId,
    status: 200,
    response: accountBalance,
    handle: ({ context, params }) => getBalance(context, params.id),
  }),
  route({
    method: "POST",
    path: "/accounts",
    operationId: "createAccount",
    tag,
    summary: "Create an account",
    scope: "write",
    body: accountCreation,
    status: 201,
    response: account,
    async handle({ context, body, reply }) {
      const created = await createAccount(context, body);
      reply.header("Location", `/accounts/${created.id}`);
      return created;
    },
  }),
  route({
    method: "PATCH",
    path: "/accounts/:id",
    operationId: "updateAccount",
    tag,
    summary: "Change an account",
    description:
      "Merge patch: null clears a member, lists are replaced as a whole. 409 for another `currency` while the account has credit, " +
      "grants, open invoices or credit settings in the present one; the answer says how much, and what to do first.",
    scope: "write",
    params: byId,
    body: accountChange,
    status: 200,
    response: account,
    handle: ({ context, params, body }) => updateAccount(context, params.id, body),
  }),
  route({
    method: "POST",
    path: "/accounts/:id/erase",
    operationId: "eraseAccount",
    tag,
    summary: "Erase the personal data of an account",
    description:
      "Takes names, addresses and e-mail addresses out of the account, its contacts, mails, signatures, notifications, deliveries " +
      "and the audit log, for good. What the law keeps is left and listed in the answer. 409 while a contract runs, an invoice is " +
      "open or a payment is on its way.",
    scope: "admin",
    params: byId,
    status: 200,
    response: erasedAccount,
    handle: ({ context, params }) => eraseAccount(context, params.id),
  }),
];
