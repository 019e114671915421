import { webhookHandler } from "@counterfoil/sdk/next";

export const POST = webhookHandler({
  // A function, because `next build` also loads this file, without the secret.
  secret: () => process.env.COUNTERFOIL_WEBHOOK_SECRET,
  on: {
    "invoice.issued": ({ id, data }) =>
      console.log(`${id}: invoice ${data.number} over ${data.total} ${data.currency}`),
  },
  onOther: ({ id, type }) => console.log(`${id}: ${type}`),
  onRefused: (error) => console.log(`refused a webhook: ${error.message}`),
});
