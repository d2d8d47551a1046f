/** `npm run leads -- <command>`: hands over to the command line. */
await import("../cli/main.ts");
