import { tokens } from '@fibado/contracts';
import { Controller, Inject } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { VERSION } from '../../platform/version.js';
import { DemoLogin } from '../demo-login.js';
import { PasswordLinksService } from '../links/password-links.service.js';

/** What the sign-in page offers on this instance. */
@Controller()
export class SignInConfigController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly demo: DemoLogin,
    private readonly links: PasswordLinksService,
  ) {}

  @Endpoint(tokens.config)
  async config() {
    const {
      LOCAL_SIGN_IN,
      KEYCLOAK_URL,
      KEYCLOAK_REALM,
      KEYCLOAK_CLIENT_ID,
      SSO_STEP_UP_ACR,
      OPENID_PROVIDERS,
    } = this.env;
    const demo = await this.demo.current();
    return {
      localSignIn: LOCAL_SIGN_IN,
      ...(KEYCLOAK_URL
        ? {
            sso: {
              url: KEYCLOAK_URL,
              realm: KEYCLOAK_REALM,
              clientId: KEYCLOAK_CLIENT_ID,
              ...(SSO_STEP_UP_ACR ? { stepUpAcr: SSO_STEP_UP_ACR } : {}),
            },
          }
        : {}),
      ...(OPENID_PROVIDERS
        ? {
            providers: OPENID_PROVIDERS.map(({ id, name, icon }) => ({
              id,
              name,
              ...(icon ? { icon } : {}),
            })),
          }
        : {}),
      ...(demo ? { demo } : {}),
      passwordReset: await this.links.offered(),
      version: VERSION,
    };
  }
}
