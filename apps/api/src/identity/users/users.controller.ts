import { adminUsers } from '@fibado/contracts';
import { Controller, Req } from '@nestjs/common';
import type { Request } from 'express';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { originOf } from '../../platform/http/origin.js';
import { MembershipRequestsService } from './membership-requests.service.js';
import { PeopleService } from './people.service.js';
import { PersonSaving } from './person-saving.js';

@Controller()
export class UsersController {
  constructor(
    private readonly service: PeopleService,
    private readonly saving: PersonSaving,
    private readonly requests: MembershipRequestsService,
  ) {}

  @Endpoint(adminUsers.get)
  get(@CallParam() { session, query }: Call<typeof adminUsers.get>) {
    return this.service.page(session, query);
  }

  @Endpoint(adminUsers.getOne)
  getOne(@CallParam() { session, params }: Call<typeof adminUsers.getOne>) {
    return this.service.one(session, params.id);
  }

  @Endpoint(adminUsers.save)
  save(@CallParam() { session, body }: Call<typeof adminUsers.save>, @Req() request: Request) {
    return this.saving.save(session, body, originOf(request));
  }

  @Endpoint(adminUsers.sendLink)
  sendLink(@CallParam() { session, body }: Call<typeof adminUsers.sendLink>, @Req() request: Request) {
    return this.service.sendLink(session, body.id, originOf(request));
  }

  @Endpoint(adminUsers.setBlocked)
  setBlocked(@CallParam() { session, body }: Call<typeof adminUsers.setBlocked>) {
    return this.service.setBlocked(session, body);
  }

  @Endpoint(adminUsers.delete)
  delete(@CallParam() { session, params }: Call<typeof adminUsers.delete>) {
    return this.service.delete(session, params.id);
  }

  @Endpoint(adminUsers.requests)
  listRequests(@CallParam() { session }: Call<typeof adminUsers.requests>) {
    return this.requests.list(session);
  }

  @Endpoint(adminUsers.acceptRequest)
  acceptRequest(
    @CallParam() { session, body }: Call<typeof adminUsers.acceptRequest>,
    @Req() request: Request,
  ) {
    return this.requests.accept(session, body.id, originOf(request));
  }

  @Endpoint(adminUsers.declineRequest)
  declineRequest(@CallParam() { session, params }: Call<typeof adminUsers.declineRequest>) {
    return this.requests.decline(session, params.id);
  }
}
