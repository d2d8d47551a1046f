/** The icons that `site/content/features.ts` may name. */
import { BellRing, CalendarCheck, ChartColumn, ContactRound, MessageSquareText, PhoneCall } from "lucide";
import type { IconNode } from "lucide";
import type { StaticWords } from "../../words.ts";

type Name = StaticWords["features"]["items"][number]["icon"];

export const featureIcons: Record<Name, IconNode> = {
  message: MessageSquareText,
  calendar: CalendarCheck,
  contact: ContactRound,
  bell: BellRing,
  phone: PhoneCall,
  chart: ChartColumn,
};
