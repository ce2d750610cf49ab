import type { Clock } from '../../src/index.js';

/** Processor time of this process, so that what a search finds within a limit does not depend on what else the machine does. */
export const processorClock: Clock = {
  now() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};
