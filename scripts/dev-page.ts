/** Tells `npm run dev` which content an open page shows. */
import.meta.hot?.send("nightshift:shown", new URL(import.meta.url).searchParams.get("shown"));
