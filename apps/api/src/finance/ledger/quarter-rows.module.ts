import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClosingEntity } from './closing.entity.js';
import { QuarterEntity } from './quarter.entity.js';
import { QuarterGate } from './quarter-gate.js';
import { QuarterArchive } from './quarter-archive.js';
import { QuartersRepository } from './quarters.repository.js';
import { SetupEntity } from './setup.entity.js';

/** The rows of quarters, below operations and problems, which both stand on them. */
@Module({
  imports: [TypeOrmModule.forFeature([QuarterEntity, SetupEntity, ClosingEntity])],
  providers: [QuartersRepository, QuarterGate, QuarterArchive],
  exports: [QuartersRepository, QuarterGate, QuarterArchive],
})
export class QuarterRowsModule {}
