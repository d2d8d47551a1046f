/** Times that are open around the one that is not. Engines name a few zones differently. */
export function Nearest({
  legend,
  nearest,
  zone,
}: {
  legend: string;
  nearest: readonly string[];
  zone: string;
}) {
  return (
    <fieldset className="ticket-nearest">
      <legend>{legend}</legend>
      <div className="tags">
        {nearest.map((one) => (
          <label key={one} className="tag">
            <input type="radio" name="startsAt" value={one} required />
            <time dateTime={one} suppressHydrationWarning>
              {new Date(one).toLocaleString("en-US", {
                timeZone: zone,
                weekday: "short",
                month: "short",
                day: "numeric",
                hour: "numeric",
                minute: "2-digit",
                timeZoneName: "short",
              })}
            </time>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
