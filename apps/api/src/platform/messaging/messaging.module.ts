import { Global, Module } from '@nestjs/common';
import { Outbox } from './outbox.js';

/** Telling others what happened: the outbox and what carries it on. */
@Global()
@Module({ providers: [Outbox], exports: [Outbox] })
export class MessagingModule {}
