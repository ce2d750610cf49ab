import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImportChangeEntity } from './import-change.entity.js';
import { ImportMappingEntity } from './import-mapping.entity.js';
import { ImportRecords } from './import-records.js';
import { ImportComparisonEntity } from './import-comparison.entity.js';
import { ImportEntity } from './import.entity.js';
import { ComparisonsRepository } from './comparisons.repository.js';
import { ImportsRepository } from './imports.repository.js';

/** The rows of imports, below operations, which record the file they come from. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ImportEntity, ImportChangeEntity, ImportMappingEntity, ImportComparisonEntity]),
  ],
  providers: [ImportsRepository, ImportRecords, ComparisonsRepository],
  exports: [ImportsRepository, ImportRecords, ComparisonsRepository],
})
export class ImportRowsModule {}
