import { telUrl } from "../../contract/lead/telephone.ts";
import { useSharedContent } from "./shared-content.ts";

export function PhoneLink({ number }: { number: string }) {
  return <a href={telUrl(number)}>{number}</a>;
}

export function OurPhone() {
  return <PhoneLink number={useSharedContent().site.contactPhone} />;
}
