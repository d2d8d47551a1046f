/**
 * Whether scripts should wait for a touch. Only Chrome reports it. Source: Network Information API, Save-Data. On 3g the
 * open times are still worth their script, which shows them on the visitor's clock.
 */
export function savesData(hasOpenTimes: boolean): boolean {
  const connection: { saveData?: boolean; effectiveType?: string } =
    Reflect.get(navigator, "connection") ?? {};
  const isSlow = hasOpenTimes ? /2g/ : /[23]g/;
  return connection.saveData === true || isSlow.test(connection.effectiveType ?? "");
}
