/** A call to action in the middle of the page: a ticket with the booking button and the number. */
import { useSharedContent } from "../../components/shared-content.ts";
import { telephone } from "../../../contract/telephone.ts";
import type { StaticContent } from "../../page-content.ts";
import css from "./features.module.css";
import { SchedulingLink } from "./scheduling-link.tsx";

export function Missed({ heading, callIntro, bookNow }: StaticContent["missed"]) {
  const { contactPhone } = useSharedContent().site;
  return (
    <div className={css.missed}>
      <h3>{heading}</h3>
      <div>
        <SchedulingLink>{bookNow}</SchedulingLink>
        <p>
          {callIntro} <a href={telephone(contactPhone)}>{contactPhone}</a>
        </p>
      </div>
    </div>
  );
}
