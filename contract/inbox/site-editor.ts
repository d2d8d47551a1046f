/** Names that the site's editor, its words and its stored rows share. */

export const CHANGE_ACTIONS = [
  /** Gives a field a value, or a file its text. */
  "set",
  /** Puts an item into a list, before the item at the path. */
  "insert",
  /** Takes a field, an item or a file away. */
  "remove",
  /** Puts a copy of an item behind the item. */
  "copy",
  "up",
  "down",
] as const;
/** What a tap on an item of a list offers. */
export const ITEM_ACTIONS = ["up", "down", "copy", "remove"] as const;

export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/**
 * Pages that are the same for every content.
 * The last three show an invented person.
 */
export const SAMPLE_PAGES = [
  "home",
  "book-call",
  "schedule",
  "sent",
  "booked",
  "error",
] as const;
export type SamplePage = (typeof SAMPLE_PAGES)[number];

/**
 * The parts of the content that are settings. One form has all fields of each.
 */
export const SETTINGS = {
  colors: ["colors"],
  hours: ["workingHours"],
  host: ["contact", "host"],
  services: ["services"],
  contact: ["site"],
  legal: ["legalLinks"],
  language: ["locale"],
} as const;
export type Setting = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS).filter(
  (name): name is Setting => name in SETTINGS,
);

/** Why a picture is not taken. */
export const PICTURE_FAULTS = [
  "none",
  "no-picture",
  "active",
  "too-large",
  "too-many-pixels",
  "names-place",
  "not-allowed",
  "unwritable",
] as const;
export type PictureFault = (typeof PICTURE_FAULTS)[number];

/**
 * What the inbox says of each obstacle, beside
 * a link and without the names of files.
 */
export const LAUNCH_SENTENCES = [
  "placeholder",
  "address",
  "mark",
  "claim",
  "sample",
  "filler",
  "caller",
  "sample-page",
  "no-page",
  "nowhere",
] as const;
export type LaunchSentence = (typeof LAUNCH_SENTENCES)[number];

/** The groups of the launch list, in its order. */
export const LAUNCH_GROUPS = [
  "own",
  "call",
  "claims",
  "samples",
  "legal",
  "machine",
] as const;
export type LaunchGroup = (typeof LAUNCH_GROUPS)[number];
