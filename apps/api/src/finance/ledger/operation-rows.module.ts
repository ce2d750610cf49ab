import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OperationStore } from './operation-store.js';
import { OperationEntity } from './operation.entity.js';
import { OperationsRepository } from './operations.repository.js';

/** The rows of operations, below problems, which stand on them. */
@Module({
  imports: [TypeOrmModule.forFeature([OperationEntity])],
  providers: [OperationsRepository, OperationStore],
  exports: [OperationsRepository, OperationStore],
})
export class OperationRowsModule {}
