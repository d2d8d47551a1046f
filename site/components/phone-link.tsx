import { telUrl } from "../../contract/lead/telephone.ts";
import { useSharedContent } from "./shared-content.ts";

export function OurPhone() {
  const { contactPhone } = useSharedContent().site;
  return <a href={telUrl(contactPhone)}>{contactPhone}</a>;
}
