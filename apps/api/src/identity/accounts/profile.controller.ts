import { profile, sessionEndpoints } from '@fibado/contracts';
import { Controller, Req } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError } from '../../platform/http/domain-error.js';
import { type Call, Called, Endpoint } from '../../platform/http/endpoint.js';
import { originOf } from '../../platform/http/origin.js';
import { ProfileService } from './profile.service.js';

@Controller()
export class ProfileController {
  constructor(private readonly service: ProfileService) {}

  @Endpoint(profile.lastFiveLogin)
  lastFiveLogin(@Called() { session }: Call<typeof profile.lastFiveLogin>) {
    return this.service.lastLogins(session);
  }

  @Endpoint(profile.listAvatar)
  listAvatar(@Called() { session }: Call<typeof profile.listAvatar>) {
    return this.service.avatars(session);
  }

  @Endpoint(profile.getContact)
  getContact(@Called() { session }: Call<typeof profile.getContact>) {
    return this.service.contact(session);
  }

  @Endpoint(profile.updateContact)
  updateContact(@Called() { session, body }: Call<typeof profile.updateContact>, @Req() request: Request) {
    return this.service.updateContact(session, body, originOf(request));
  }

  @Endpoint(profile.changePassword)
  changePassword(@Called() { session, body, address }: Call<typeof profile.changePassword>) {
    return this.service.changePassword(session, body, address);
  }

  @Endpoint(profile.changeAvatar)
  changeAvatar(@Called() { session, file }: Call<typeof profile.changeAvatar>) {
    if (!file) throw new DomainError('VALIDATION', 'file');
    return this.service.changeAvatar(session, file.path);
  }

  @Endpoint(sessionEndpoints.sessions)
  sessions(@Called() { session }: Call<typeof sessionEndpoints.sessions>) {
    return this.service.sessionsOf(session);
  }

  @Endpoint(sessionEndpoints.endSession)
  endSession(@Called() { session, params }: Call<typeof sessionEndpoints.endSession>) {
    return this.service.endSession(session, params.id);
  }
}
