import type { MigrationInterface } from 'typeorm';
import { CreateIdentity1790000000000 } from './1790000000000-create-identity.js';
import { CreateFinance1790000001000 } from './1790000001000-create-finance.js';
import { CreateNotifications1790000002000 } from './1790000002000-create-notifications.js';
import { AddAdministration1790000003000 } from './1790000003000-add-administration.js';
import { AddSessionState1790000004000 } from './1790000004000-add-session-state.js';
import { AddScenarios1790000005000 } from './1790000005000-add-scenarios.js';
import { AddRuns1790000006000 } from './1790000006000-add-runs.js';
import { AddRateLimits1790000007000 } from './1790000007000-add-rate-limits.js';
import { AddSessionEnds1790000008000 } from './1790000008000-add-session-ends.js';
import { AddOwnersOfRuns1790000009000 } from './1790000009000-add-owners-of-runs.js';
import { AddAcceptedPlans1790000010000 } from './1790000010000-add-accepted-plans.js';
import { AddSignsOfLife1790000011000 } from './1790000011000-add-signs-of-life.js';
import { AddWorkLines1790000012000 } from './1790000012000-add-work-lines.js';
import { ProtectHouseholds1790000020000 } from './1790000020000-protect-households.js';
import { AddProofAndRotation1790000021000 } from './1790000021000-add-proof-and-rotation.js';
import { AddSecurityEvents1790000022000 } from './1790000022000-add-security-events.js';
import { OwnNamesAndCalendars1790000023000 } from './1790000023000-own-names-and-calendars.js';
import { AddDemonstration1790000030000 } from './1790000030000-add-demonstration.js';
import { ShareEmails1790000031000 } from './1790000031000-share-emails.js';
import { BoundQueues1790000032000 } from './1790000032000-bound-queues.js';
import { RememberDeletedIdentities1790000033000 } from './1790000033000-remember-deleted-identities.js';
import { AddFairTurns1790000040000 } from './1790000040000-add-fair-turns.js';
import { DropSentWork1790000041000 } from './1790000041000-drop-sent-work.js';
import { AddRecurrences1790000050000 } from './1790000050000-add-recurrences.js';
import { AddImportComparisons1790000060000 } from './1790000060000-add-import-comparisons.js';
import { NeedNoGrantedParameter1790000070000 } from './1790000070000-need-no-granted-parameter.js';
import { AddWriteChecks1790000071000 } from './1790000071000-add-write-checks.js';
import { AddIncumbents1790000085000 } from './1790000085000-add-incumbents.js';
import { AddPeriods1790000090000 } from './1790000090000-add-periods.js';
import { AddRecurrenceRanges1790000091000 } from './1790000091000-add-recurrence-ranges.js';
import { AddSecondFactors1790000093000 } from './1790000093000-add-second-factors.js';
import { AddReportedClosings1790000100000 } from './1790000100000-add-reported-closings.js';
import { AddDeclinedProposals1790000101000 } from './1790000101000-add-declined-proposals.js';
import { AddProviderSessions1790000110000 } from './1790000110000-add-provider-sessions.js';
import { UniteQueues1790000120000 } from './1790000120000-unite-queues.js';
import { AddBankConnections1790000130000 } from './1790000130000-add-bank-connections.js';
import { DeleteSetupsWithHouseholds1790000131000 } from './1790000131000-delete-setups-with-households.js';
import { AddClosingAdjustments1790000140000 } from './1790000140000-add-closing-adjustments.js';
import { AddTaxYears1790000150000 } from './1790000150000-add-tax-years.js';
import { SeparateAnswers1790000170000 } from './1790000170000-separate-answers.js';
import { AddInstantTransfers1790000180000 } from './1790000180000-add-instant-transfers.js';
import { AddPersons1790000191000 } from './1790000191000-add-persons.js';
import { AddTaxAssets1790000191100 } from './1790000191100-add-tax-assets.js';
import { AddBankFigures1790000192000 } from './1790000192000-add-bank-figures.js';
import { AddCutOffs1790000193000 } from './1790000193000-add-cut-offs.js';
import { AddTransferLimits1790000193001 } from './1790000193001-add-transfer-limits.js';
import { AddWebhooks1790000201000 } from './1790000201000-add-webhooks.js';
import { TaxForeignAccounts1790000202000 } from './1790000202000-tax-foreign-accounts.js';
import { KnowParentsElsewhere1790000202100 } from './1790000202100-know-parents-elsewhere.js';
import { AddThirdPartyAccounts1790000202200 } from './1790000202200-add-third-party-accounts.js';
import { AddTermDeposits1790000203000 } from './1790000203000-add-term-deposits.js';
import { AddPreviousWebhookSecrets1790000210000 } from './1790000210000-add-previous-webhook-secrets.js';
import { AddPushDevices1790000220000 } from './1790000220000-add-push-devices.js';
import { AddFreeExits1790000221000 } from './1790000221000-add-free-exits.js';
import { AddGoals1790000230000 } from './1790000230000-add-goals.js';
import { AddPostalBonds1790000231000 } from './1790000231000-add-postal-bonds.js';
import { AddAutomaticPlans1790000205000 } from './1790000205000-add-automatic-plans.js';
import { AddSessionAgents1790000209900 } from './1790000209900-add-session-agents.js';
import { AddPublishedOffers1790000203100 } from './1790000203100-add-published-offers.js';

/** Every migration, in the order they run. */
export const migrations: readonly (new () => MigrationInterface)[] = [
  CreateIdentity1790000000000,
  CreateFinance1790000001000,
  CreateNotifications1790000002000,
  AddAdministration1790000003000,
  AddSessionState1790000004000,
  AddScenarios1790000005000,
  AddRuns1790000006000,
  AddRateLimits1790000007000,
  AddSessionEnds1790000008000,
  AddOwnersOfRuns1790000009000,
  AddAcceptedPlans1790000010000,
  AddSignsOfLife1790000011000,
  AddWorkLines1790000012000,
  ProtectHouseholds1790000020000,
  AddProofAndRotation1790000021000,
  AddSecurityEvents1790000022000,
  OwnNamesAndCalendars1790000023000,
  AddDemonstration1790000030000,
  ShareEmails1790000031000,
  BoundQueues1790000032000,
  RememberDeletedIdentities1790000033000,
  AddFairTurns1790000040000,
  DropSentWork1790000041000,
  AddRecurrences1790000050000,
  AddImportComparisons1790000060000,
  NeedNoGrantedParameter1790000070000,
  AddWriteChecks1790000071000,
  AddIncumbents1790000085000,
  AddPeriods1790000090000,
  AddRecurrenceRanges1790000091000,
  AddSecondFactors1790000093000,
  AddReportedClosings1790000100000,
  AddDeclinedProposals1790000101000,
  AddProviderSessions1790000110000,
  UniteQueues1790000120000,
  AddBankConnections1790000130000,
  DeleteSetupsWithHouseholds1790000131000,
  AddClosingAdjustments1790000140000,
  AddTaxYears1790000150000,
  SeparateAnswers1790000170000,
  AddInstantTransfers1790000180000,
  AddPersons1790000191000,
  AddTaxAssets1790000191100,
  AddBankFigures1790000192000,
  AddCutOffs1790000193000,
  AddTransferLimits1790000193001,
  AddWebhooks1790000201000,
  TaxForeignAccounts1790000202000,
  KnowParentsElsewhere1790000202100,
  AddThirdPartyAccounts1790000202200,
  AddTermDeposits1790000203000,
  AddPublishedOffers1790000203100,
  AddAutomaticPlans1790000205000,
  AddSessionAgents1790000209900,
  AddPreviousWebhookSecrets1790000210000,
  AddPushDevices1790000220000,
  AddFreeExits1790000221000,
  AddGoals1790000230000,
  AddPostalBonds1790000231000,
];
