/** Ends this process once its parent, `setup.mjs`, is gone, also after a SIGKILL of the parent. */
export function endWithStarter(): void {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
}
