import type { MigrationInterface } from 'typeorm';
import { CreateIdentity1790000000000 } from './1790000000000-create-identity.js';

/** Every migration, in the order they run. */
export const migrations: readonly (new () => MigrationInterface)[] = [CreateIdentity1790000000000];
