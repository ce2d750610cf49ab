import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SharedModule } from '../shared/shared.module.js';
import { PersonEntity } from './person.entity.js';
import { PersonsController } from './persons.controller.js';
import { PersonsRepository } from './persons.repository.js';
import { PersonsService } from './persons.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([PersonEntity]), SharedModule],
  controllers: [PersonsController],
  providers: [PersonsRepository, PersonsService],
  exports: [PersonsService],
})
export class PersonsModule {}
