/** What the household wants to have by a day. Loaded apart: no page needs this contract to start. */

import { goals } from '@fibado/contracts';
import { client } from '../../../lib/client';

export const fetchGoals = (signal: AbortSignal) => client.call(goals.get, { signal });
