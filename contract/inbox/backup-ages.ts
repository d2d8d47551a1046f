type BackupPlace = "local" | "elsewhere";
/**
 * Seconds since the newest backup: beside the
 * store (`local`), or on another machine.
 */
export type BackupAges = Partial<Record<BackupPlace, number>>;

/**
 * The site makes a backup every day, so a backup that is two days old is late.
 */
const LATE_AFTER_S = 2 * 86_400;

export const latePlaces = (ages: BackupAges): BackupPlace[] =>
  (["local", "elsewhere"] as const).filter(
    (place) => (ages[place] ?? 0) > LATE_AFTER_S,
  );
