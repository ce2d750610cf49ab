import { Module } from '@nestjs/common';
import { PlanInputs } from './plan-inputs.js';

/** What every feature of finance works with. */
@Module({ providers: [PlanInputs], exports: [PlanInputs] })
export class SharedModule {}
