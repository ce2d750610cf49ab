import { type OfferDocument, offerDocument } from '@fibado/contracts';
import { getOutside, OutboundError } from '../../platform/http/outbound.js';

/** Longest time until the whole answer is there, milliseconds. */
const ANSWER_MS = 10_000;
const ANSWER_BYTES = 1024 * 1024;

/** Why nothing was fetched, for the administrator. */
const FAILURES: Readonly<Record<OutboundError['failure'], string>> = {
  ADDRESS_REFUSED: 'The address is not public',
  NAME_UNKNOWN: 'The name of the address is unknown',
  CONNECTION_FAILED: 'The connection failed',
  TIMEOUT: `No whole answer within ${String(ANSWER_MS / 1000)} s`,
};

/**
 * The offers published at an address. No redirect is followed, and the answer is bounded in time and size before it is
 * parsed.
 * @param allowPrivate lets addresses of private networks and of this machine through.
 * @throws Error saying what was wrong, without the answer's content
 */
export async function fetchOffers(address: string, allowPrivate: boolean): Promise<OfferDocument> {
  const text = await answerOf(new URL(address), allowPrivate);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('The answer is not JSON');
  }
  const parsed = offerDocument.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new Error(`Not a file of offers: ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
}

async function answerOf(url: URL, allowPrivate: boolean): Promise<string> {
  const limits = { networks: allowPrivate ? 'local' : 'public', timeoutMs: ANSWER_MS } as const;
  try {
    const { status, text } = await getOutside(
      { url, headers: { accept: 'application/json' } },
      limits,
      ANSWER_BYTES,
    );
    if (status !== 200) throw new Error(`Answered ${String(status)}`);
    return text;
  } catch (error) {
    throw error instanceof OutboundError ? new Error(FAILURES[error.failure], { cause: error }) : error;
  }
}
