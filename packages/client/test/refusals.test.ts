import { errorCodes } from '@fibado/contracts';
import { aboutFile, toldOf } from '../src/cli/refusals.js';
import { ApiError } from '../src/errors.js';

/** What the command prints of a code's refusal of a file. */
const toldFor = (code: (typeof errorCodes)[number], params: readonly string[] = []): string => {
  const refused = new ApiError(400, code, params);
  return toldOf(aboutFile('movimenti.xlsx', refused))?.text ?? '';
};

describe('refusals of the command line', () => {
  it.each(errorCodes)('%s is a sentence that names the file and says what to do', (code) => {
    const text = toldFor(code, ['first', 'second', '3', '4']);
    expect(text.startsWith('movimenti.xlsx: ')).toBe(true);
    // More than the code: a reason and, after it, an action.
    const [words = ''] = text.slice('movimenti.xlsx: '.length).split(' [');
    expect(words).not.toContain('Refused');
    expect(words).toMatch(/^[A-Z][^\n]{10,}[.?:]/);
    expect(words.split(/[.?:] /).length).toBeGreaterThan(1);
  });

  it('names what the parameters say', () => {
    expect(toldFor('FILE_CURRENCY', ['CHF'])).toContain('CHF');
    expect(toldFor('QUARTER_INCOMPLETE', ['Conto A', 'Conto B'])).toContain('Conto A, Conto B');
  });

  it('keeps the code of an instance that is newer than the command', () => {
    const error = new ApiError(400, 'NEW_CODE' as (typeof errorCodes)[number], []);
    expect(toldOf(error)?.text).toContain('NEW_CODE');
  });
});
