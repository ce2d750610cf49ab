import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdministrationModule } from '../administration/administration.module.js';
import { AccessChanges } from './access/access-changes.js';
import { Authorities } from './access/authority.js';
import { HouseholdEntries } from './access/household-entries.js';
import { AccountTrail } from './accounts/account-trail.js';
import { ActingController } from './accounts/acting.controller.js';
import { ActingService } from './accounts/acting.service.js';
import { OwnPasswordService } from './accounts/own-password.service.js';
import { ProfileController } from './accounts/profile.controller.js';
import { ProfileService } from './accounts/profile.service.js';
import { ProviderProof } from './accounts/provider-proof.js';
import { SessionController } from './accounts/session.controller.js';
import { StepUpService } from './accounts/step-up.service.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ApiKeysRepository } from './api-keys/api-keys.repository.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { AppList } from './apps/app-list.js';
import { DemoLogin } from './demo-login.js';
import { ExpiredIdentity } from './expired-identity.js';
import { FirstStart } from './first-start.js';
import { GroupsController } from './groups/groups.controller.js';
import { GroupsRepository } from './groups/groups.repository.js';
import { GroupsService } from './groups/groups.service.js';
import { Housekeeping } from './housekeeping.js';
import { EmailChanges } from './links/email-changes.js';
import { PasswordLinksController } from './links/password-links.controller.js';
import { PasswordLinks } from './links/password-links.js';
import { PasswordLinksService } from './links/password-links.service.js';
import { EnrolledFactors } from './second-factors/enrolled-factors.js';
import { FactorAdministration } from './second-factors/factor-administration.service.js';
import { FactorEnrolment } from './second-factors/factor-enrolment.service.js';
import { FactorProofs } from './second-factors/factor-proofs.js';
import { FactorSignIn } from './second-factors/factor-sign-in.service.js';
import { FactorTickets } from './second-factors/factor-tickets.js';
import { ProofChecks } from './second-factors/proof-checks.js';
import { RecoveryCodes } from './second-factors/recovery-codes.js';
import { SecondFactorsController } from './second-factors/second-factors.controller.js';
import { SecondFactorsRepository } from './second-factors/second-factors.repository.js';
import { SecondFactorsService } from './second-factors/second-factors.service.js';
import { IdentitiesController } from './sso/identities.controller.js';
import { IdentitiesService } from './sso/identities.service.js';
import { IdentityAccounts } from './sso/identity-accounts.js';
import { IdentityProvider } from './sso/identity-provider.js';
import { IdentitySignIn } from './sso/identity-sign-in.js';
import { IdentityUntying } from './sso/identity-untying.js';
import { MappedRoles } from './sso/mapped-roles.js';
import { OpenIdClients } from './sso/openid-clients.js';
import { OpenIdCodeFlow } from './sso/openid-code-flow.js';
import { OpenIdSignIn } from './sso/openid-sign-in.service.js';
import { OpenIdTying } from './sso/openid-tying.service.js';
import { OpenIdController } from './sso/openid.controller.js';
import { ProviderChecks } from './sso/provider-checks.js';
import { ProviderMetadata } from './sso/provider-metadata.js';
import { ProviderSessions } from './sso/provider-sessions.js';
import { ProviderSignOuts } from './sso/provider-sign-outs.js';
import { Providers } from './sso/providers.js';
import { SsoService } from './sso/sso.service.js';
import { TenantCreation } from './tenants/tenant-creation.js';
import { TenantsController } from './tenants/tenants.controller.js';
import { TenantsRepository } from './tenants/tenants.repository.js';
import { TenantsService } from './tenants/tenants.service.js';
import { KnownDevices } from './tokens/known-devices.js';
import { PasswordProof } from './tokens/password-proof.js';
import { SessionOpening } from './tokens/session-opening.js';
import { SignInConfigController } from './tokens/sign-in-config.controller.js';
import { SignInLimits } from './tokens/sign-in-limits.js';
import { SignIns } from './tokens/sign-ins.service.js';
import { TokensController } from './tokens/tokens.controller.js';
import { TokensService } from './tokens/tokens.service.js';
import { UsedTokens } from './tokens/used-tokens.js';
import { FreshInvitation } from './users/fresh-invitation.js';
import { MembershipAdmission } from './users/membership-admission.js';
import { MembershipRequests } from './users/membership-requests.js';
import { MembershipRequestsService } from './users/membership-requests.service.js';
import { Memberships } from './users/memberships.js';
import { PasswordChange } from './users/password-change.js';
import { PeopleRepository } from './users/people.repository.js';
import { PeopleService } from './users/people.service.js';
import { PersonAudit } from './users/person-audit.js';
import { PersonReader } from './users/person-reader.js';
import { PersonSaving } from './users/person-saving.js';
import { PersonWriter } from './users/person-writer.js';
import { UserStore } from './users/user-store.js';
import { UserEntity } from './users/user.entity.js';
import { UsersController } from './users/users.controller.js';

/** Who people are and what they may do: signing in, profiles, keys, tenants, users and groups. */
@Module({
  imports: [TypeOrmModule.forFeature([UserEntity]), AdministrationModule],
  controllers: [
    TokensController,
    SignInConfigController,
    SessionController,
    ProfileController,
    ActingController,
    PasswordLinksController,
    ApiKeysController,
    TenantsController,
    UsersController,
    GroupsController,
    SecondFactorsController,
    IdentitiesController,
    OpenIdController,
  ],
  providers: [
    TokensService,
    SignIns,
    SessionOpening,
    SignInLimits,
    KnownDevices,
    Providers,
    IdentityProvider,
    ProviderMetadata,
    OpenIdClients,
    OpenIdCodeFlow,
    OpenIdSignIn,
    OpenIdTying,
    ProviderSessions,
    ProviderChecks,
    ProviderSignOuts,
    MappedRoles,
    IdentityAccounts,
    IdentitySignIn,
    IdentityUntying,
    IdentitiesService,
    UsedTokens,
    SsoService,
    AppList,
    DemoLogin,
    FirstStart,
    ExpiredIdentity,
    Housekeeping,
    AccountTrail,
    PasswordProof,
    PasswordChange,
    ProfileService,
    OwnPasswordService,
    ActingService,
    PasswordLinks,
    PasswordLinksService,
    ApiKeysService,
    ApiKeysRepository,
    TenantsService,
    TenantCreation,
    TenantsRepository,
    UserStore,
    PeopleService,
    PersonReader,
    PersonWriter,
    PersonSaving,
    PersonAudit,
    Memberships,
    PeopleRepository,
    MembershipRequests,
    FreshInvitation,
    MembershipAdmission,
    MembershipRequestsService,
    Authorities,
    HouseholdEntries,
    ProviderProof,
    StepUpService,
    EmailChanges,
    GroupsService,
    GroupsRepository,
    AccessChanges,
    SecondFactorsRepository,
    SecondFactorsService,
    RecoveryCodes,
    FactorTickets,
    ProofChecks,
    FactorProofs,
    EnrolledFactors,
    FactorEnrolment,
    FactorSignIn,
    FactorAdministration,
  ],
  exports: [TokensService, UserStore, FirstStart],
})
export class IdentityModule {}
