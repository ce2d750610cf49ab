import { QueryFailedError } from 'typeorm';
import { DomainError } from '../http/domain-error.js';

/**
 * Runs a write; where it breaks one of the named unique constraints the answer is ALREADY_EXISTS with the field.
 * The constraint decides, not a look beforehand: two writers at once cannot both be first.
 */
export async function unique<T>(fields: Readonly<Record<string, string>>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof QueryFailedError)) throw error;
    const { code, constraint } = error.driverError as { code?: string; constraint?: string };
    const field = code === '23505' ? fields[constraint ?? ''] : undefined;
    if (field === undefined) throw error;
    throw new DomainError('ALREADY_EXISTS', field);
  }
}

/** Whether a write broke a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof QueryFailedError && (error.driverError as { code?: string }).code === '23505';
