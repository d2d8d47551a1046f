/** What missed calls could be worth: the numbers of the calculator, for the page at first and for its script. */
const WEEKS_A_MONTH = 52 / 12;

function dollars(amount: number): string {
  return `$${Math.round(amount).toLocaleString("en-US")}`;
}

/** @param booked of ten callers, those who would have booked a job */
export function worthOf({ calls, job, booked }: { calls: number; job: number; booked: number }) {
  const month = calls * WEEKS_A_MONTH;
  const worth: Record<string, string> = {
    calls: String(calls),
    month: String(Math.round(month)),
    job: dollars(job),
    amount: dollars((month * booked * job) / 10),
  };
  return worth;
}

export function filled(sentence: string, words: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole);
}
