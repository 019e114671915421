import { useNavigate } from "@tanstack/react-router";
import { Badge } from "../../../design/badge.tsx";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Page } from "../../../design/page.tsx";
import { FailureLine } from "../../../design/states.tsx";
import { useChange } from "../../../design/use-change.ts";
import { client } from "../../../server/client.ts";
import { useOrganization } from "../../../server/session.ts";
import { createRecipe, type Recipe } from "./recipe.ts";
import { RECIPES } from "./recipes.ts";

/** Ways to charge that one button creates, each with its page in the documentation. */
export function RecipeGallery() {
  const navigate = useNavigate();
  const { defaultCurrency } = useOrganization();
  const create = useChange({
    changes: "products",
    run: (recipe: Recipe) => createRecipe(client, recipe, defaultCurrency),
    done: () => "Plan created",
    after: (planId) => void navigate({ to: `/plans/${planId}` }),
  });
  return (
    <Page
      title="Start from a recipe"
      trail={[["/plans", "Plans"]]}
      note={`Creates metrics, products, prices in ${defaultCurrency} and a plan, which you can change.`}
    >
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {RECIPES.map((recipe) => (
          <li key={recipe.key} className="grid">
            <RecipeCard
              recipe={recipe}
              busy={create.isPending && create.variables.key === recipe.key}
              disabled={create.isPending}
              error={create.variables?.key === recipe.key ? create.error : null}
              onCreate={() => create.mutate(recipe)}
            />
          </li>
        ))}
      </ul>
    </Page>
  );
}

interface RecipeCardProps {
  readonly recipe: Recipe;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly error: unknown;
  readonly onCreate: () => void;
}

function RecipeCard({ recipe, busy, disabled, error, onCreate }: RecipeCardProps) {
  const { name, says, example, page, items } = recipe;
  return (
    <Card
      title={name}
      note={says}
      className="flex flex-col [&>:last-child]:flex [&>:last-child]:grow [&>:last-child]:flex-col"
    >
      <ul aria-label="Creates" className="mb-3 flex flex-wrap gap-1.5">
        {items.map(({ product, metric }) => (
          <li key={product.name}>
            <Badge>{metric === undefined ? product.name : `${product.name} · ${metric.eventName}`}</Badge>
          </li>
        ))}
      </ul>
      <p className="mb-4 rounded-md bg-sunken px-3 py-2 text-sm tabular-nums">{example}</p>
      <FailureLine error={error} />
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3">
        <a href={`/docs/recipes/${page}/`} className="text-sm text-accent underline">
          Read the recipe<span className="sr-only">: {name}</span>
        </a>
        <Button kind="primary" busy={busy} disabled={disabled} onClick={onCreate} aria-label={`Create plan: ${name}`}>
          Create plan
        </Button>
      </div>
    </Card>
  );
}
