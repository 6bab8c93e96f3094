import { inspectSecrets, resealSecret } from '@signalpost/database'
import { z } from 'zod'
import { defineCommandAct } from '../define-operation.ts'

/** The result: how many secrets were sealed again. */
export type MasterKeyRotation = {
  resealed: number
  /** The owners of the secrets that no key opens; they stay as they are. */
  locked: string[]
  /** How many secrets other processes stored under an older key meanwhile. */
  left: number
}

/**
 * Seals every stored secret again under the first master key, one at a time, while other processes read and write them.
 * Commits the last one with the audit row, so that repeating an interrupted rotation logs it. Goes over the secrets once:
 * a process that stores under an older key could keep a second pass busy without end.
 */
export const rotateMasterKeyAct = defineCommandAct({
  name: 'key.rotate_master',
  summary:
    'Reseal every stored secret under the first key of SIGNALPOST_MASTER_KEY. Nothing has to stop for it.',
  demands: 'operator',
  input: z.strictObject({}),
  around: async ({ services: { database, secretBox } }, commit): Promise<MasterKeyRotation> => {
    const { stale } = await inspectSecrets(database, secretBox)
    const last = stale.pop()
    let resealed = 0
    for (const secret of stale) {
      if (await resealSecret(database, secretBox, secret)) resealed += 1
    }
    if (last !== undefined) {
      await commit(async (transaction) => {
        if (await resealSecret(transaction, secretBox, last)) resealed += 1
        if (resealed === 0) return { result: undefined }
        const target = { type: 'installation', id: 'master_key' }
        return { result: undefined, change: { orgId: null, target, before: null, after: { resealed } } }
      })
    }
    const { lockedOwners: locked, stale: remaining } = await inspectSecrets(database, secretBox)
    return { resealed, locked, left: remaining.length }
  },
})
