import {
  ACCOUNT_FIELDS,
  createAccount,
  eraseAccount,
  getAccount,
  getBalance,
  listAccounts,
  listAccountsWithBilling,
  updateAccount,
  withTags,
} from "@counterfoil/service";
import Type from "typebox";
import { pageCount } from "../lists.ts";
import { route } from "../route.ts";
import { account, accountBalance, accountChange, accountCreation, listedAccount } from "../schemas/account.ts";
import { erasedAccount } from "../schemas/erasure.ts";
import { byId, oneOf, record } from "../schemas/schema.ts";

const tag = "Accounts";

export const accountRoutes = [
  route({
    method: "GET",
    path: "/accounts",
    operationId: "listAccounts",
    tag,
    summary: "List accounts",
    scope: "read",
    query: Type.Object({
      include: Type.Optional(
        oneOf(
          ["billing", "tags", "billing,tags"],
          "`billing` adds status, plans, recurring revenue, the amount owed and the last payment to each account. `tags` adds its tags.",
        ),
      ),
    }),
    list: { fields: ACCOUNT_FIELDS },
    status: 200,
    response: record({ pageCount: Type.Integer(), data: Type.Array(listedAccount) }),
    async handle({ context, list, query }) {
      const added = query.include?.split(",") ?? [];
      const accounts = added.includes("billing")
        ? await listAccountsWithBilling(context, list)
        : await listAccounts(context, list);
      const page = added.includes("tags") ? await withTags(context, accounts) : accounts;
      return { pageCount: pageCount(page.total, list), data: page.rows };
    },
  }),
  route({
    method: "GET",
    path: "/accounts/:id",
    operationId: "getAccount",
    tag,
    summary: "Get an account by ID or alias",
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
    summary: "Get an account's balance",
    description:
      "Returns the account's credit and the amount that it owes: in the account's currency, and in `balances` " +
      "for each currency. Credit in one currency never pays an invoice in another.",
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
    summary: "Update an account",
    description:
      "A merge patch: null clears a field, and lists are replaced as a whole. Returns 409 if you change " +
      "`currency` while the account has credit, grants, open invoices or credit settings in the current one. The " +
      "error says how much, and what to do first.",
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
      "Permanently removes names, addresses and email addresses from the account, its contacts, emails, " +
      "signatures, notifications, deliveries and the audit log. Data that the law requires you to keep stays, " +
      "and the response lists it. Returns 409 while a contract is running, an invoice is open or a payment is " +
      "pending.",
    scope: "admin",
    params: byId,
    status: 200,
    response: erasedAccount,
    handle: ({ context, params }) => eraseAccount(context, params.id),
  }),
];
