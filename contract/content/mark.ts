/** The path of the moon in the brand's mark, in a square of 32 by 32 units. */
export const MOON = "M13 3a13 13 0 1 0 16 16A11 11 0 0 1 13 3Z";
