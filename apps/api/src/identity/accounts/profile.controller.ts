import { profile, sessionEndpoints } from '@fibado/contracts';
import { Controller, Req } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError } from '../../platform/http/domain-error.js';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { originOf } from '../../platform/http/origin.js';
import { OwnPasswordService } from './own-password.service.js';
import { ProfileService } from './profile.service.js';

@Controller()
export class ProfileController {
  constructor(
    private readonly service: ProfileService,
    private readonly passwords: OwnPasswordService,
  ) {}

  @Endpoint(profile.lastFiveLogin)
  lastFiveLogin(@CallParam() { session }: Call<typeof profile.lastFiveLogin>) {
    return this.service.lastLogins(session);
  }

  @Endpoint(profile.listAvatar)
  listAvatar(@CallParam() { session }: Call<typeof profile.listAvatar>) {
    return this.service.avatars(session);
  }

  @Endpoint(profile.getContact)
  getContact(@CallParam() { session }: Call<typeof profile.getContact>) {
    return this.service.contact(session);
  }

  @Endpoint(profile.updateContact)
  updateContact(@CallParam() { session, body }: Call<typeof profile.updateContact>, @Req() request: Request) {
    return this.service.updateContact(session, body, originOf(request));
  }

  @Endpoint(profile.changePassword)
  changePassword(@CallParam() { session, body, address }: Call<typeof profile.changePassword>) {
    return this.passwords.change(session, body, address);
  }

  @Endpoint(profile.changeAvatar)
  changeAvatar(@CallParam() { session, file }: Call<typeof profile.changeAvatar>) {
    if (!file) throw new DomainError('VALIDATION', 'file');
    return this.service.changeAvatar(session, file.path);
  }

  @Endpoint(sessionEndpoints.sessions)
  sessions(@CallParam() { session }: Call<typeof sessionEndpoints.sessions>) {
    return this.service.sessionsOf(session);
  }

  @Endpoint(sessionEndpoints.endSession)
  endSession(@CallParam() { session, params }: Call<typeof sessionEndpoints.endSession>) {
    return this.service.endSession(session, params.id);
  }
}
