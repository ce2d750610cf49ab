import { Module } from '@nestjs/common';
import { SpreadsheetReader } from './spreadsheet-reader.js';

@Module({ providers: [SpreadsheetReader], exports: [SpreadsheetReader] })
export class SpreadsheetReaderModule {}
