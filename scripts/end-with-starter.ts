/** Ends this process as SIGTERM does when its parent, `setup.mjs`, is gone without a signal. */
export function endWithStarter(): void {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
}
