import { Module } from '@nestjs/common';
import { Households } from './households.js';
import { PlanInputs } from './plan-inputs.js';

/** What every feature of finance works with. */
@Module({ providers: [Households, PlanInputs], exports: [Households, PlanInputs] })
export class SharedModule {}
