import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PersonsModule } from '../persons/persons.module.js';
import { SharedModule } from '../shared/shared.module.js';
import { AccountGroupEntity } from './account-group.entity.js';
import { AccountGroupsController } from './account-groups.controller.js';
import { AccountGroupsRepository } from './account-groups.repository.js';
import { AccountGroupsService } from './account-groups.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([AccountGroupEntity]), PersonsModule, SharedModule],
  controllers: [AccountGroupsController],
  providers: [AccountGroupsRepository, AccountGroupsService],
  exports: [AccountGroupsService],
})
export class AccountGroupsModule {}
