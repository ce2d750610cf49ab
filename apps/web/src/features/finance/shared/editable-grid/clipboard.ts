/**
 * What a spreadsheet puts on the clipboard: rows by line ends, cells by tabs, a cell in quotes where it holds either
 * (its own quotes doubled). A line end after the last row makes no row of its own.
 */
export function parseClipboard(text: string): string[][] {
  // A quote that never ends is a plain letter: the text is no spreadsheet's.
  return parse(text, true) ?? parse(text, false) ?? [];
}

function parse(text: string, quotes: boolean): string[][] | undefined {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (quoted) {
      if (char !== '"') cell += char ?? '';
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (quotes && char === '"' && cell === '') quoted = true;
    else if (char === '\t') endCell();
    else if (char === '\n') endRow();
    else if (char !== '\r') cell += char ?? '';
  }
  if (quoted) return undefined;
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}
