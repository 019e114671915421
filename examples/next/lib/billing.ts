import { createClient } from "@counterfoil/sdk";

/** Only for the server. */
export const client = createClient({ baseUrl: process.env.COUNTERFOIL_URL, apiKey: process.env.COUNTERFOIL_API_KEY });

/** The plans that you offer. */
export const planIds = (process.env.COUNTERFOIL_PLAN_IDS ?? "").split(",").filter((id) => id !== "");
