import { useHasRole } from '../../../lib/roles';

/** Whether the signed-in person may change finance data; read-only members of a household see and do not write. */
export const useCanWrite = (): boolean => useHasRole('FBDO_FIBADO');
