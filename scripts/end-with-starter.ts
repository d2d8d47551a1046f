/**
 * Ends this process after its parent, `setup.mjs`,
 * has ended, even if the parent was killed.
 */
export function endWithStarter(): void {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
}
