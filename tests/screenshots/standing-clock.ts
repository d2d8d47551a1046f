/** Loaded into the site before its own code (`node --import`): its clock stands at one time. */
const now = Number(new URL(import.meta.url).searchParams.get("now"));
Date.now = () => now;
