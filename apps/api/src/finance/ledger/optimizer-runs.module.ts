import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { QuarterRowsModule } from './quarter-rows.module.js';
import { OptimizerRunEntity } from './optimizer-run.entity.js';
import { OptimizerRunsRepository } from './optimizer-runs.repository.js';
import { PlanStore } from './plan-store.js';

/** The plans kept: above the rows of quarters, below operations, which accept them, and quarters, which show the newest. */
@Module({
  imports: [TypeOrmModule.forFeature([OptimizerRunEntity]), QuarterRowsModule],
  providers: [OptimizerRunsRepository, PlanStore],
  exports: [OptimizerRunsRepository, PlanStore],
})
export class OptimizerRunsModule {}
