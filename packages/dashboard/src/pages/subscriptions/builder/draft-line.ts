import type {
  ChangeSubscriptionRequest,
  CreatePriceRequest,
  CreateSubscriptionRequestPriceGroup,
  Price,
} from "@counterfoil/sdk";

/** A line that is being written: a price that exists, or one that is thought of and will be made. */
export interface DraftLine {
  readonly key: string;
  readonly group: string;
  /** The price that it began as; null of one that was written from nothing. */
  readonly priceId: string | null;
  /** What it costs now. */
  readonly price: CreatePriceRequest;
  /** Whether it differs from the price that it began as: then a new price is made. */
  readonly isChanged: boolean;
}

/** A price as the body that would make it again. */
export function bodyOfPrice(price: Price): CreatePriceRequest {
  const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, fixedPricingModel, ...rest } = price;
  if (fixedPricingModel === undefined) return rest;
  // The server computes the total of what is changed.
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

/** Where the price of each line that makes one stands in those groups: `/priceGroups/0/newPrices/1`, by the key of the line. */
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

/** What turns the prices that are sold into the lines as they are written. */
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

/** Where the price of each line that makes one stands in that change: `/add/0/newPrice`, by the key of the line. */
export function placesInChange(sold: readonly string[], lines: readonly DraftLine[]): ReadonlyMap<string, string> {
  const isUpdate = ({ priceId }: DraftLine) => priceId !== null && sold.includes(priceId);
  const updates = lines.filter((line) => line.isChanged && isUpdate(line));
  const additions = lines.filter((line) => !isUpdate(line));
  return new Map([
    ...updates.map(({ key }, index) => [key, `/update/${index}/newPrice`] as const),
    ...additions.map(({ key }, index) => [key, `/add/${index}/newPrice`] as const),
  ]);
}
