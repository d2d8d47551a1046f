/**
 * The parts of the landing page that need no script: everything below the first screen. Whoever opens the page has
 * them as HTML, so their boundary is left dehydrated on purpose and their code (and every word in it) is never
 * fetched. Only a navigation inside the app, which has no HTML to start from, loads and renders them.
 * Measured in `docs/decisions/0002-hydrate-late.md`.
 */
import { Suspense, use } from "react";
import { reachedInApp } from "../../components/navigation.ts";

type Parts = typeof import("./still-parts.tsx");

const NEVER = new Promise<Parts>(() => undefined);

let loading: Promise<Parts> | undefined;
let loaded: Parts | undefined;

/** Loads the parts, for a landing page that is about to be rendered in the browser. */
export async function loadStillParts(): Promise<void> {
  loading ??= import("./still-parts.tsx");
  try {
    loaded = await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

export function Still({ part }: { part: keyof Parts }) {
  return (
    <Suspense>
      <Part part={part} />
    </Suspense>
  );
}

function Part({ part }: { part: keyof Parts }) {
  const Component = (loaded ?? use(wanted()))[part];
  return <Component />;
}

function wanted(): Promise<Parts> {
  if (typeof window !== "undefined" && !reachedInApp()) return NEVER;
  loading ??= import("./still-parts.tsx");
  return loading;
}
