import { billingHandler } from "@counterfoil/sdk/next";
import { client, planIds } from "../../../lib/billing";
import { accountOf } from "../../../lib/session";

const handler = billingHandler({ client, account: accountOf, planIds, portal: { mayCancel: true } });

export { handler as GET, handler as POST };
