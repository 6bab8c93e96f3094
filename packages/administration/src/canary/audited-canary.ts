import type { Canary } from '@signalpost/database/canary'

export const canaryTarget = { orgId: null, target: { type: 'installation', id: 'canary' } } as const

/** Returns what the audit log keeps of the canary. */
export function auditedCanary({ sourceId, keyId, channelId, warehouseId, everyMs }: Canary) {
  return { sourceId, keyId, channelId, warehouseId, everyMs }
}
