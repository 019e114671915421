import type {
  ChangeSubscriptionRequest,
  CreatePriceRequest,
  CreateSubscriptionRequestPriceGroup,
  Price,
} from "@counterfoil/sdk";

/** A line in the builder: an existing price, or a new price that will be created. */
export interface DraftLine {
  readonly key: string;
  readonly group: string;
  /** The price from which it started. Null for a completely new price. */
  readonly priceId: string | null;
  /** The current terms. */
  readonly price: CreatePriceRequest;
  /** Whether it differs from the original price. If so, a new price is created. */
  readonly isChanged: boolean;
}

/** The request body that would create this price. */
export function bodyOfPrice(price: Price): CreatePriceRequest {
  const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, fixedPricingModel, ...rest } = price;
  if (fixedPricingModel === undefined) return rest;
  // The server computes the total of changed values.
  const { pricePerUnit, units } = fixedPricingModel;
  return { ...rest, fixedPricingModel: { pricePerUnit, units } };
}

export function lineOfPrice(price: Price, group: string, key: string): DraftLine {
  return { key, group, priceId: price.id, price: bodyOfPrice(price), isChanged: false };
}

/** The lines as the groups of a new subscription. */
export function groupsOfLines(lines: readonly DraftLine[]): CreateSubscriptionRequestPriceGroup[] {
  const names = [...new Set(lines.map(({ group }) => group))];
  return names.map((name) => {
    const own = lines.filter(({ group }) => group === name);
    const priceIds = own.flatMap(({ priceId, isChanged }) => (priceId === null || isChanged ? [] : [priceId]));
    const newPrices = own.filter(isNew).map(({ price }) => price);
    return {
      ...(name !== "" && { name }),
      ...(priceIds.length > 0 && { priceIds }),
      ...(newPrices.length > 0 && { newPrices }),
    };
  });
}

/** The path of each new price in those groups, by line key: `/priceGroups/0/newPrices/1`. */
export function placesInGroups(lines: readonly DraftLine[]): ReadonlyMap<string, string> {
  const names = [...new Set(lines.map(({ group }) => group))];
  return new Map(
    names.flatMap((name, place) =>
      lines
        .filter((line) => line.group === name && isNew(line))
        .map(({ key }, index) => [key, `/priceGroups/${place}/newPrices/${index}`] as const),
    ),
  );
}

function isNew({ priceId, isChanged }: DraftLine): boolean {
  return priceId === null || isChanged;
}

type Change = Pick<ChangeSubscriptionRequest, "add" | "remove" | "update">;

/** The change that turns the sold prices into the draft lines. */
export function changeOfLines(sold: readonly string[], lines: readonly DraftLine[]): Change {
  const kept = new Set(lines.flatMap(({ priceId }) => (priceId === null ? [] : [priceId])));
  const isSold = (priceId: string | null): priceId is string => priceId !== null && sold.includes(priceId);
  const remove = sold.filter((priceId) => !kept.has(priceId)).map((priceId) => ({ priceId }));
  const update = lines.flatMap(({ priceId, isChanged, price }) =>
    isChanged && isSold(priceId) ? [{ priceId, newPrice: price }] : [],
  );
  const add = lines.flatMap(({ priceId, isChanged, price, group }) =>
    isSold(priceId)
      ? []
      : [{ ...(group !== "" && { group }), ...(priceId === null || isChanged ? { newPrice: price } : { priceId }) }],
  );
  return {
    ...(add.length > 0 && { add }),
    ...(remove.length > 0 && { remove }),
    ...(update.length > 0 && { update }),
  };
}

/** The path of each new price in that change, by line key: `/add/0/newPrice`. */
export function placesInChange(sold: readonly string[], lines: readonly DraftLine[]): ReadonlyMap<string, string> {
  const isUpdate = ({ priceId }: DraftLine) => priceId !== null && sold.includes(priceId);
  const updates = lines.filter((line) => line.isChanged && isUpdate(line));
  const additions = lines.filter((line) => !isUpdate(line));
  return new Map([
    ...updates.map(({ key }, index) => [key, `/update/${index}/newPrice`] as const),
    ...additions.map(({ key }, index) => [key, `/add/${index}/newPrice`] as const),
  ]);
}
