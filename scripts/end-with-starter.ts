/** Ends this process once its parent, `setup.mjs`, is gone, even if the parent was killed. */
export function endWithStarter(): void {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
}
