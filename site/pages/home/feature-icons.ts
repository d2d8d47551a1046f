/** The icons that `site/content/features.ts` may name. */
import { BellRing, CalendarCheck, ChartColumn, ContactRound, MessageSquareText, PhoneCall } from "lucide";

export const featureIcons = {
  message: MessageSquareText,
  calendar: CalendarCheck,
  contact: ContactRound,
  bell: BellRing,
  phone: PhoneCall,
  chart: ChartColumn,
};

export type FeatureIcon = keyof typeof featureIcons;
