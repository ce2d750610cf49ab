import { dataExports } from '@fibado/contracts';
import { Controller, Req } from '@nestjs/common';
import type { Request } from 'express';
import { type Call, CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { originOf } from '../../platform/http/origin.js';
import { requirePerson } from '../../platform/auth/session.js';
import { hasRecentProof, requireRecentProof } from '../../platform/auth/step-up.js';
import { Clock } from '../../platform/clock.js';
import { fileOf } from '../shared/file-of.js';
import { ArchiveFiles } from './archive-files.js';
import { CalendarFeedService } from './calendar-feed.service.js';
import { CreditTransferFiles } from './credit-transfer-files.js';
import { IseeExportService } from './isee-export.js';
import { QuarterFiles } from './quarter-files.js';

@Controller()
export class ExportsController {
  constructor(
    private readonly quarters: QuarterFiles,
    private readonly transfers: CreditTransferFiles,
    private readonly archives: ArchiveFiles,
    private readonly feeds: CalendarFeedService,
    private readonly isees: IseeExportService,
    private readonly clock: Clock,
  ) {}

  @Endpoint(dataExports.quarterWorkbook)
  quarterWorkbook(@CallParam() call: Call<typeof dataExports.quarterWorkbook>) {
    return this.quarters.workbook(call.session, call.params.date, call.query.language, call.signal);
  }

  @Endpoint(dataExports.quarterCsv, 'read')
  quarterCsv(@CallParam() { scope, params, query }: TenantCall<typeof dataExports.quarterCsv>) {
    return this.quarters.csv(scope, params.date, query.language);
  }

  @Endpoint(dataExports.setupsTemplate)
  setupsTemplate(@CallParam() call: Call<typeof dataExports.setupsTemplate>) {
    return this.quarters.setupsTemplate(call.session, call.params.date, call.query.language, call.signal);
  }

  @Endpoint(dataExports.iseeWorkbook)
  iseeWorkbook(@CallParam() call: Call<typeof dataExports.iseeWorkbook>) {
    return this.isees.workbook(call.session, call.params.year, call.query.language, call.signal);
  }

  @Endpoint(dataExports.creditTransfers, 'read')
  creditTransfers(@CallParam() { scope, params, query }: TenantCall<typeof dataExports.creditTransfers>) {
    return this.transfers.write(scope, params.date, query);
  }

  @Endpoint(dataExports.calendarFeed, 'write')
  calendarFeed(
    @CallParam() { session, scope, query }: TenantCall<typeof dataExports.calendarFeed>,
    @Req() request: Request,
  ) {
    if (query.show === 'true') {
      requirePerson(session);
      requireRecentProof(session, this.clock.now());
    }
    // The address outlives a session: it takes the person, as making one does.
    const shown = !session.key && hasRecentProof(session, this.clock.now());
    return this.feeds.current(scope, originOf(request), shown);
  }

  @Endpoint(dataExports.renewCalendarFeed, 'write')
  renewCalendarFeed(
    @CallParam() { session, scope }: TenantCall<typeof dataExports.renewCalendarFeed>,
    @Req() request: Request,
  ) {
    requirePerson(session);
    return this.feeds.renew(scope, originOf(request));
  }

  @Endpoint(dataExports.revokeCalendarFeed, 'write')
  revokeCalendarFeed(@CallParam() { session, scope }: TenantCall<typeof dataExports.revokeCalendarFeed>) {
    requirePerson(session);
    return this.feeds.revoke(scope);
  }

  @Endpoint(dataExports.calendar)
  async calendar(@CallParam() { params }: Call<typeof dataExports.calendar>) {
    return { name: 'fibado.ics', bytes: await this.feeds.read(params.secret) };
  }

  @Endpoint(dataExports.archive)
  archive(@CallParam() { session, signal }: Call<typeof dataExports.archive>) {
    return this.archives.write(session, signal);
  }

  @Endpoint(dataExports.loadArchive)
  loadArchive(@CallParam() { session, file, signal }: Call<typeof dataExports.loadArchive>) {
    return this.archives.load(session, fileOf(file), signal);
  }
}
