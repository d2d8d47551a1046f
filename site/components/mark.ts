/** The mark's moon, on a field of 32 by 32; beside it stands one lamp. Also drawn into the favicons at build. */
export const MOON = "M13 3a13 13 0 1 0 16 16A11 11 0 0 1 13 3Z";
