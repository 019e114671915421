import { Button } from "../design/button.tsx";
import { en } from "./words/en.ts";

/** If a script failed to load, its texts may be missing too, so this text is in English. */
export function Unloaded() {
  return (
    <main className="grid min-h-dvh place-items-center px-4">
      <div role="alert" className="max-w-md text-center">
        <h1 className="mb-5 text-xl font-semibold">{en.failed}</h1>
        <Button onClick={() => window.location.reload()}>{en.tryAgain}</Button>
      </div>
    </main>
  );
}
