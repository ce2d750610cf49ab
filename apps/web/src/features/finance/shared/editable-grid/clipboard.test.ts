import { parseClipboard } from './clipboard';

it('reads rows and cells as a spreadsheet copies them', () => {
  expect(parseClipboard('a\t1,50\r\nb\t2\r\n')).toEqual([
    ['a', '1,50'],
    ['b', '2'],
  ]);
});

it('keeps tabs, line ends and quotes inside a quoted cell', () => {
  expect(parseClipboard('"x\ty"\t"say ""no"""\n"two\nlines"\t')).toEqual([
    ['x\ty', 'say "no"'],
    ['two\nlines', ''],
  ]);
});

it('keeps a quote in the middle of a plain cell', () => {
  expect(parseClipboard('12" disk')).toEqual([['12" disk']]);
});

it('takes a quote that never ends as a letter, and loses no row over it', () => {
  expect(parseClipboard('"Pizza\t12,50\nCinema\t9')).toEqual([
    ['"Pizza', '12,50'],
    ['Cinema', '9'],
  ]);
});

it('has nothing for an empty clipboard', () => {
  expect(parseClipboard('')).toEqual([]);
});
