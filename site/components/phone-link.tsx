import { useSharedContent } from "./shared-content.ts";

export function OurPhone() {
  const { contactPhone, phoneUrl } = useSharedContent().site;
  return <a href={phoneUrl}>{contactPhone}</a>;
}
