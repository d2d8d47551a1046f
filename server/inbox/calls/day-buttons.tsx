import { useInbox } from "../use-inbox.ts";

export function DayButtons({
  name,
  days,
}: {
  name: string;
  days: readonly string[];
}) {
  const { shortDayName } = useInbox();
  return days.map((day) => (
    <button key={day} className="quiet" name={name} value={day}>
      {shortDayName(day)}
    </button>
  ));
}
