import { type BodyOf, saveSettings, type Settings, type settings } from '@fibado/contracts';
import type { PlanningSettings } from '@fibado/planning';
import type { SettingsEntity } from './settings.entity.js';

/** What a household has that never saved its settings; every default is the contract's. */
export const DEFAULT_SETTINGS: Settings = saveSettings.parse({ version: 1 });

export function toSettings({ tenantId: _, ...row }: SettingsEntity): Settings {
  return row;
}

export function toSettingsRow(
  body: BodyOf<typeof settings.save>,
  tenantId: string,
  version: number,
): SettingsEntity {
  return { ...body, tenantId, version };
}

/** The part that shapes a plan's mathematics. */
export function toPlanningSettings(settings: Settings): PlanningSettings {
  return {
    effortCostCents: settings.effortCostCents,
    minBalanceCents: settings.minBalanceCents,
    transferStepCents: settings.transferStepCents,
    thresholdMarginCents: settings.thresholdMarginCents,
    guaranteeLimitCents: settings.guaranteeLimitCents,
    guaranteePolicy: settings.guaranteePolicy,
    businessDaysOnly: settings.businessDaysOnly,
    calendar: settings.calendar,
    withholdingPct: settings.withholdingPct,
  };
}
