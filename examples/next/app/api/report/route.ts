import { entitlementGuard } from "@counterfoil/sdk/next";
import type { NextRequest } from "next/server";
import { client } from "../../../lib/billing";
import { accountOf } from "../../../lib/session";

const guard = entitlementGuard({ client, feature: "reports", account: accountOf, whenUnreachable: "refuse" });

export const GET = guard((request: NextRequest) => Response.json({ report: `Figures of ${accountOf(request)}` }));
