import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OptimizerRunEntity } from './optimizer-run.entity.js';
import { OptimizerRunsRepository } from './optimizer-runs.repository.js';
import { KeptPlans } from './kept-plans.js';

/** The plans kept, below operations, which accept them, and quarters, which show the newest. */
@Module({
  imports: [TypeOrmModule.forFeature([OptimizerRunEntity])],
  providers: [OptimizerRunsRepository, KeptPlans],
  exports: [OptimizerRunsRepository, KeptPlans],
})
export class OptimizerRunsModule {}
