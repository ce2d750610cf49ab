/** What the bank offered and the household recorded. Loaded apart: no page needs these contracts to start. */

import { lots, termOffers } from '@fibado/contracts';
import { client } from '../../../lib/client';

export const fetchTermOffers = (signal: AbortSignal) => client.call(termOffers.get, { signal });
export const fetchLots = (signal: AbortSignal) => client.call(lots.get, { signal });
