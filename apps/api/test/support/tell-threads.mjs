import { setEnvironmentData } from 'node:worker_threads';

// Threads have no environment variables of the process.
setEnvironmentData('FIBADO_TEST_PROGRAMS', process.env.FIBADO_TEST_PROGRAMS);
