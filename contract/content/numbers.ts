import * as v from "valibot";

/** @param most the largest number; without it, there is none */
export function wholeNumber(least: number, most = Infinity) {
  const rule =
    most === Infinity
      ? `must be a whole number from ${least} up`
      : `must be a whole number from ${least} to ${most}`;
  return v.pipe(numberBetween(least, most, rule), v.integer(rule));
}

export function numberBetween(
  least: number,
  most: number,
  rule = `must be a number from ${least} to ${most}`,
) {
  return v.pipe(
    v.number(rule),
    v.minValue(least, rule),
    v.maxValue(most, rule),
  );
}
