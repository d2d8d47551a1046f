/** Sends this process SIGTERM if `setup.mjs`, its parent, ends without passing a signal on. */
export function endWithStarter(): void {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
}
