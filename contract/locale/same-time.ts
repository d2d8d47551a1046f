/** Whether both name one instant; false if one is missing or no time. */
export const isSameTime = (one = "", other = "") =>
  Date.parse(one) === Date.parse(other);
