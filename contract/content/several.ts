import * as v from "valibot";

/** A list of so many things. */
export function several<Schema extends v.GenericSchema>(
  item: Schema,
  least: number,
  most: number,
  things: string,
) {
  const message = `must be ${least} to ${most} ${things}`;
  return v.pipe(v.array(item), v.minLength(least, message), v.maxLength(most, message));
}
