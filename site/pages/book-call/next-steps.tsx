/** What happens after the form is sent, and the number for who would rather talk now. */
import { OurPhone } from "../../components/phone-link.tsx";

type NextStepsProps = Record<"label" | "intro", string> & { steps: readonly string[] };

export function NextSteps({ label, steps, intro }: NextStepsProps) {
  return (
    <>
      <p id="next">{label}</p>
      <ol aria-labelledby="next">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>
        {intro} <OurPhone />
      </p>
    </>
  );
}
