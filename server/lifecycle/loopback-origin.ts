/** The address at which this machine itself reaches a server that listens on a host and a port. */
export function loopbackOrigin(host: string, port: number): string {
  const isWildcard = ["0.0.0.0", "::"].includes(host);
  const name = isWildcard ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
