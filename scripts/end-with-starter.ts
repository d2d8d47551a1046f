/** Ends this process as SIGTERM does when `setup.mjs`, which started it, is gone without having passed a signal on. */
export function endWithStarter(): void {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
}
