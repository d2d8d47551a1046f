/** The steps after the form is sent, and the phone number for visitors who would rather talk now. */
import { telephone } from "../../../contract/telephone.ts";
import { useSharedContent } from "../../components/shared-content.ts";

interface NextStepsProps {
  label: string;
  steps: readonly string[];
  intro: string;
}

export function NextSteps({ label, steps, intro }: NextStepsProps) {
  const { contactPhone } = useSharedContent().site;
  return (
    <>
      <p id="next">{label}</p>
      <ol aria-labelledby="next">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>
        {intro} <a href={telephone(contactPhone)}>{contactPhone}</a>
      </p>
    </>
  );
}
