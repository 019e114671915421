/** Which cards a person wants, in which order. Cards that are not named keep their first place. */
export interface CardOrder {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

export const FIRST_ORDER: CardOrder = { order: [], hidden: [] };

/** Reads what `JSON.stringify` wrote. Anything else is the first order. */
export function readOrder(written: string | null): CardOrder {
  try {
    const read: unknown = JSON.parse(written ?? "null");
    if (typeof read !== "object" || read === null) return FIRST_ORDER;
    const texts = (list: unknown) =>
      Array.isArray(list) ? list.filter((one): one is string => typeof one === "string") : [];
    return {
      order: texts("order" in read ? read.order : undefined),
      hidden: texts("hidden" in read ? read.hidden : undefined),
    };
  } catch {
    return FIRST_ORDER;
  }
}

/** The cards in the wanted order. A card that was added since, stays after the card that it first followed. */
export function inOrder<Card extends { readonly id: string }>(
  cards: readonly Card[],
  { order }: CardOrder,
): readonly Card[] {
  const sorted = cards
    .filter(({ id }) => order.includes(id))
    .toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  cards.forEach((card, place) => {
    if (order.includes(card.id)) return;
    const before = cards[place - 1];
    sorted.splice(before === undefined ? 0 : sorted.indexOf(before) + 1, 0, card);
  });
  return sorted;
}

/** The order after a card changed places with its neighbor of the same column. Unchanged at the ends. */
export function moveCard<Card extends { readonly id: string; readonly column: string }>(
  cards: readonly Card[],
  chosen: CardOrder,
  id: string,
  step: -1 | 1,
): CardOrder {
  const all = inOrder(cards, chosen);
  const card = all.find((one) => one.id === id);
  const column = all.filter((one) => one.column === card?.column);
  const other = card && column[column.indexOf(card) + step];
  if (card === undefined || other === undefined) return chosen;
  const order = all.map((one) => (one === card ? other.id : one === other ? card.id : one.id));
  return { ...chosen, order };
}

/** The choice with a card shown or hidden. */
export function showCard(chosen: CardOrder, id: string, isShown: boolean): CardOrder {
  const others = chosen.hidden.filter((one) => one !== id);
  return { ...chosen, hidden: isShown ? others : [...others, id] };
}
