/**
 * What a form sends besides what somebody types. Undefined values are left out.
 */
export function HiddenInputs({
  fields,
}: {
  fields: Readonly<Record<string, string | undefined>>;
}) {
  return Object.entries(fields).map(
    ([name, value]) =>
      value !== undefined && (
        <input key={name} type="hidden" name={name} value={value} />
      ),
  );
}
