import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

const policies: [proration: string, may: string[]][] = [
  // 30.00 for the days before the change, 60.00 for those after it.
  ["prorate", ["Small 30.00", "Large 60.00"]],
  // The month keeps the old price, and the new one starts with the next.
  ["none", ["Small 60.00"]],
  ["credit_only", ["Small 30.00"]],
  ["charge_only", ["Small 60.00", "Large 60.00"]],
];

test.each(policies)(
  "proration %s bills the same amounts in arrears as in advance (R-SUB-4)",
  async (proration, may) => {
    const story = await scenario({ start: "2024-04-01" });
    const arrears = { terms: "arrears" } as const;
    const [small, large] = [
      await story.fixed("Small", "60.00", arrears),
      await story.fixed("Large", "120.00", arrears),
    ];
    const { id } = await story.subscribe({ prices: [small] });
    await story.advanceTo("2024-04-16T12:00");
    await story.change(id, { update: [{ priceId: small, newPriceId: large }], proration });
    await story.advanceTo("2024-06-01");
    const [april, following] = await story.invoices();
    expect(april?.lineItems.map(({ description, totalPrice }) => `${description} ${totalPrice}`)).toEqual(may);
    expect(following?.total).toBe("120.00");
  },
);
