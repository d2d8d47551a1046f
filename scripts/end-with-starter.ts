/** Ends this process with its parent, `setup.mjs`, also when a kill passes no signal on. */
export function endWithStarter(): void {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
}
