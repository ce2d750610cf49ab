import { backupName, DEFAULT_RETENTION, outdated } from './retention.js';

const DAY = 24 * 3600 * 1000;
const daily = (days: number) =>
  Array.from({ length: days }, (_, i) => backupName(new Date(Date.UTC(2026, 0, 1, 3) + i * DAY), false));

describe('which backups stay', () => {
  it('keeps seven days, four weeks and six months of a year of nightly backups', () => {
    const all = daily(365);
    const kept = all.filter((name) => !outdated(all, DEFAULT_RETENTION).includes(name));
    expect(kept.slice(-7)).toEqual(all.slice(-7));
    expect(kept.length).toBeGreaterThanOrEqual(7 + 2 + 5);
    expect(kept.length).toBeLessThanOrEqual(7 + 4 + 6);
    expect(new Set(kept.map((name) => name.slice(7, 13))).size).toBe(6);
  });

  it('deletes the same when asked again after deleting', () => {
    const all = daily(100);
    const kept = all.filter((name) => !outdated(all, DEFAULT_RETENTION).includes(name));
    expect(outdated(kept, DEFAULT_RETENTION)).toEqual([]);
  });

  it('never names a file that is no backup', () => {
    expect(
      outdated(['notes.txt', 'fibado-x.backup', ...daily(30)], { days: 1, weeks: 0, months: 0 }),
    ).toHaveLength(29);
  });

  it('keeps the newest of a day with several', () => {
    const morning = backupName(new Date('2026-11-21T03:00:00Z'), true);
    const noon = backupName(new Date('2026-11-21T12:00:00Z'), true);
    expect(outdated([noon, morning], { days: 1, weeks: 1, months: 1 })).toEqual([morning]);
  });
});
