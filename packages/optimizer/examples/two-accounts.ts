import { readFileSync } from 'node:fs';
import { lossOf, optimize } from '@fibado/optimizer';
import type { Problem } from '@fibado/planning';

// Anna's salary account pays nothing, her savings pay 2 %, and in June 1,500 € fall due.
const file = new URL('two-accounts.json', import.meta.url);
export const problem = JSON.parse(readFileSync(file, 'utf8')) as Problem;
export const plan = await optimize(problem);
// And without that transfer to the savings?
const forbidden = [{ fromAccountId: 'salary', toAccountId: 'savings' }];
export const why = await lossOf(problem, {}, { forbidden });
