import Type from "typebox";
import { nullable, record } from "./schema.ts";

const parentId = nullable(Type.String({ description: "The account directly above. Null for the root." }));

const familyAccount = record(
  {
    id: Type.String(),
    name: Type.String(),
    parentId,
    level: Type.Integer({ minimum: 1, maximum: 3, description: "1 for the root, 2 for its children." }),
  },
  { title: "FamilyAccount" },
);

export const accountFamily = record({
  accountId: Type.String(),
  parentId,
  rootId: Type.String({ description: "The account above all others. An account without a family is its own root." }),
  accounts: Type.Array(familyAccount, {
    description: "All accounts of the family: parents before their children, and those of one level by name.",
  }),
});

export const accountFamilyChange = record({
  parentId: nullable(Type.String({ description: "The ID or an alias of the new parent. Null for none." })),
});
