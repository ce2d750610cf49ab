import { passwordLinks } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { EmailChanges } from './email-changes.js';
import { PasswordLinksService } from './password-links.service.js';

@Controller()
export class PasswordLinksController {
  constructor(
    private readonly service: PasswordLinksService,
    private readonly emails: EmailChanges,
  ) {}

  @Endpoint(passwordLinks.forgot)
  forgot(@CallParam() { body, address }: Call<typeof passwordLinks.forgot>) {
    return this.service.forgot(body.username, address);
  }

  @Endpoint(passwordLinks.info)
  info(@CallParam() { body }: Call<typeof passwordLinks.info>) {
    return this.service.info(body.link);
  }

  @Endpoint(passwordLinks.setPassword)
  setPassword(@CallParam() { body }: Call<typeof passwordLinks.setPassword>) {
    return this.service.setPassword(body.link, body.newPassword);
  }

  @Endpoint(passwordLinks.confirmEmail)
  confirmEmail(@CallParam() { body }: Call<typeof passwordLinks.confirmEmail>) {
    return this.emails.confirm(body.link);
  }
}
