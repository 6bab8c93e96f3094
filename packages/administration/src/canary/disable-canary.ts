import { revokeApiKey, setSourceEnabled } from '@signalpost/database/access'
import { type Canary, findCanary, removeCanary } from '@signalpost/database/canary'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'

export const canaryTarget = { orgId: null, target: { type: 'installation', id: 'canary' } } as const

/** Returns what the audit log keeps of the canary. */
export function auditedCanary({ sourceId, keyId, channelId, warehouseId, everyMs }: Canary) {
  return { sourceId, keyId, channelId, warehouseId, everyMs }
}

/**
 * Disables the canary, its source and its key. Its workspace stays, with what it stored. Returns whether it was enabled.
 */
export const disableCanaryAct = defineAct({
  name: 'canary.disable',
  demands: 'operator',
  input: z.strictObject({}),
  run: async ({ transaction }) => {
    const canary = await findCanary(transaction)
    if (canary === undefined) return { result: false }
    await removeCanary(transaction)
    await setSourceEnabled(transaction, { sourceId: canary.sourceId, enabled: false })
    await revokeApiKey(transaction, { keyId: canary.keyId })
    return { result: true, change: { ...canaryTarget, before: auditedCanary(canary), after: null } }
  },
})
