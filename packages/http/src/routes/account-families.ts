import { getAccountFamily, updateAccountFamily } from "@counterfoil/service";
import { route } from "../route.ts";
import { accountFamily, accountFamilyChange } from "../schemas/account-family.ts";
import { byId } from "../schemas/schema.ts";

const tag = "Accounts";

export const accountFamilyRoutes = [
  route({
    method: "GET",
    path: "/accounts/:id/family",
    operationId: "getAccountFamily",
    tag,
    summary: "Get the family of an account",
    description: "The accounts above and below it, with their children.",
    scope: "read",
    params: byId,
    status: 200,
    response: accountFamily,
    handle: ({ context, params }) => getAccountFamily(context, params.id),
  }),
  route({
    method: "PATCH",
    path: "/accounts/:id/family",
    operationId: "updateAccountFamily",
    tag,
    summary: "Set the parent of an account",
    description:
      "The accounts below it move with it. A family has at most three levels and 200 accounts, which have the same test " +
      "clock or none. Spend limits of the new family count the usage of the current billing period immediately. Each " +
      "account is still invoiced separately.",
    scope: "write",
    params: byId,
    body: accountFamilyChange,
    status: 200,
    response: accountFamily,
    handle: ({ context, params, body }) => updateAccountFamily(context, params.id, body),
  }),
];
