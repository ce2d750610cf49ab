import { namedIn, partOf } from '../../scripts/first-texts';

describe("the first pages' part of a language file", () => {
  const texts = {
    A: { TITLE: 'Titolo', TITLE_LONG: 'Titolo lungo', DAYS_one: 'un giorno', DAYS_other: 'giorni' },
    B: { STATE: { OPEN: 'aperto', CLOSED: 'chiuso' }, STATES: 'stati', GO_HOME: 'vai', OTHER: 'altro' },
    ERRORS: { LOST: 'perso' },
  };
  const partFor = (...sources: string[]) => partOf(texts, namedIn(sources, Object.keys(texts)));

  it('holds what the sources name outright, with the forms of a plural', () => {
    expect(partFor("t('A.DAYS', { count })", '<T text="B.OTHER" />')).toEqual({
      A: { DAYS_one: 'un giorno', DAYS_other: 'giorni' },
      B: { OTHER: 'altro' },
    });
  });

  it('holds the groups that a key is made of, and no name that only begins alike', () => {
    expect(partFor("const T = 'B.STATE'")).toEqual({ B: { STATE: { OPEN: 'aperto', CLOSED: 'chiuso' } } });
    expect(partFor('t(`B.GO_${where}`)')).toEqual({ B: { GO_HOME: 'vai' } });
    expect(partFor('t(`ERRORS.${code}`)')).toEqual({ ERRORS: { LOST: 'perso' } });
  });

  it('is empty for sources without texts', () => {
    expect(partFor("const id = 'A'", 'B.STATE.OPEN')).toEqual({});
  });
});
