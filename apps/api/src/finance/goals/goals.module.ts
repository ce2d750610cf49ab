import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SharedModule } from '../shared/shared.module.js';
import { GoalEntity } from './goal.entity.js';
import { GoalsController } from './goals.controller.js';
import { GoalsRepository } from './goals.repository.js';
import { GoalsService } from './goals.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([GoalEntity]), SharedModule],
  controllers: [GoalsController],
  providers: [GoalsRepository, GoalsService],
  exports: [GoalsService],
})
export class GoalsModule {}
