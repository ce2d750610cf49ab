import { ApiError, TransportError } from '@fibado/client';
import type { ErrorCode } from '@fibado/contracts';
import i18next from 'i18next';
import { useTexts as startTexts } from '../../test/texts';
import { errorMessage, fillPlaceholders } from './errors';

beforeAll(() => startTexts('it'));

describe('what went wrong', () => {
  const say = (error: unknown): string => errorMessage(error, i18next.t);

  it('is the text of the code, with its parameters one after the other', () => {
    expect(say(new ApiError(400, 'FILE_CELL', ['12', 'C']))).toBe(
      'Cella non leggibile alla riga 12, colonna C.',
    );
    expect(say(new ApiError(429, 'TOO_MANY_REQUESTS', ['30']))).toContain('30 secondi');
  });

  it('says in words what the API names, and names all of a list', () => {
    expect(say(new ApiError(409, 'ALREADY_EXISTS', ['name']))).toBe('Esiste già: stesso nome');
    expect(say(new ApiError(409, 'QUARTER_STATE', ['CLOSED']))).toMatch(/: chiuso$/);
    expect(say(new ApiError(409, 'IN_USE', ['accounts:Conto Aurora', 'accounts:Conto Marco']))).toBe(
      'Non si può eliminare, perché è in uso: conto «Conto Aurora», conto «Conto Marco»',
    );
    expect(say(new ApiError(409, 'IN_USE', ['quarters:2026-10-01']))).toBe(
      'Non si può eliminare, perché è in uso: 4° trimestre 2026',
    );
    expect(say(new ApiError(400, 'IBAN_MISSING', ['Conto: Marco']))).toContain('Conto: Marco');
  });

  it('is the raw code where there is no text', () => {
    expect(say(new ApiError(418, 'TEAPOT' as ErrorCode, []))).toBe('TEAPOT');
  });

  it('has words of its own for an instance that is down or cannot be reached', () => {
    expect(say(new TransportError(503, 'HTTP 503'))).toBe(
      'Servizio non disponibile al momento. Riprova più tardi.',
    );
    expect(say(new TransportError(0, 'unreachable'))).toContain('Ci scusiamo');
  });

  it('asks for the administrator when nothing is known', () => {
    const text = 'Si è verificato un errore imprevisto. Avvisa chi amministra Fibado.';
    expect(say(new TransportError(502, 'HTTP 502'))).toBe(text);
    expect(say(new Error('x is undefined'))).toBe(text);
  });

  it('fills placeholders, more or fewer than there are parameters', () => {
    expect(fillPlaceholders('%s e %s', ['a'])).toBe('a e ');
    expect(fillPlaceholders('%s', ['a', 'b'])).toBe('a');
    expect(fillPlaceholders('50%', ['a'])).toBe('50%');
  });
});
