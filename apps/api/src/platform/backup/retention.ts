/** How many backups of each kind are worth keeping. */
export interface Retention {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

export const DEFAULT_RETENTION: Retention = { days: 7, weeks: 4, months: 6 };

const NAME = /^fibado-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.backup(\.age)?$/;

/** `fibado-20261121T090000Z.backup`, with `.age` when encrypted: names sort by time. */
export function backupName(now: Date, encrypted: boolean): string {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `fibado-${stamp}.backup${encrypted ? '.age' : ''}`;
}

/**
 * Which backups to delete: the newest of each of the last days, ISO weeks and months that have one stay. Files
 * with other names are never deleted.
 */
export function outdated(names: readonly string[], retention: Retention): string[] {
  const backups = names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();
  const keep = new Set<string>();
  const keepNewestOf = (count: number, periodOf: (name: string) => string) => {
    const seen = new Set<string>();
    for (const name of backups) {
      const period = periodOf(name);
      if (seen.has(period)) continue;
      if (seen.size === count) return;
      seen.add(period);
      keep.add(name);
    }
  };
  keepNewestOf(retention.days, (name) => name.slice(7, 15));
  keepNewestOf(retention.weeks, weekOf);
  keepNewestOf(retention.months, (name) => name.slice(7, 13));
  return backups.filter((name) => !keep.has(name)).reverse();
}

/** The Monday the backup's week begins with. */
function weekOf(name: string): string {
  const [, year, month, day] = NAME.exec(name) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
