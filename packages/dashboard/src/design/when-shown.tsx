import { CatchBoundary, type ErrorComponentProps } from "@tanstack/react-router";
import { type ComponentType, lazy } from "react";
import { ScriptMissing } from "../loading/script-missing.ts";
import { Unloaded } from "./unloaded.tsx";

type Load<Props> = () => Promise<ComponentType<Props>>;

/** A part of a page whose script is loaded when it is first shown. It must be inside a Suspense. */
export function whenShown<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(() => loaded(load));
  return function WhenShown(props: Props) {
    return (
      <CatchBoundary getResetKey={() => ""} errorComponent={Missing}>
        <Part {...props} />
      </CatchBoundary>
    );
  };
}

/** Loads a component in the form that React and the router need. Both would report a missing script differently. */
export async function loaded<Props>(load: Load<Props>): Promise<{ default: ComponentType<Props> }> {
  try {
    return { default: await load() };
  } catch (cause) {
    throw new ScriptMissing(cause);
  }
}

function Missing({ error }: ErrorComponentProps) {
  if (!(error instanceof ScriptMissing)) throw error;
  return <Unloaded />;
}
