import { expect, test } from "vitest";
import { marginCsv } from "../../src/margin-csv.ts";

const amounts = { revenue: "1.00", runningRevenue: "0.00", cost: "2.00", margin: "-1.00", marginPercent: "-100.00" };

test("quotes names, keeps negative amounts as numbers, and disarms formulas", () => {
  const items = [
    { key: "acct_1", name: 'Acme, "Inc"', ...amounts },
    { key: "=1+1", name: null, ...amounts, cost: null },
    { key: "-cmd", name: "@x", ...amounts },
  ];
  expect(marginCsv({ currency: "USD", items }).split("\r\n")).toEqual([
    "key,name,revenue,runningRevenue,cost,margin,marginPercent,currency",
    'acct_1,"Acme, ""Inc""",1.00,0.00,2.00,-1.00,-100.00,USD',
    "'=1+1,,1.00,0.00,,-1.00,-100.00,USD",
    "'-cmd,'@x,1.00,0.00,2.00,-1.00,-100.00,USD",
    "",
  ]);
});
