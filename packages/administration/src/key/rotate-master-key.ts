import { inspectSecrets, resealSecret } from '@signalpost/database'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'

/** The result: how many secrets were sealed again. */
export type MasterKeyRotation = {
  resealed: number
  /** The owners of the secrets that no key opens; they stay as they are. */
  locked: string[]
}

/**
 * Seals every stored secret again under the first master key, one at a time, while other processes read and write them.
 * Commits the last one with the audit row, so that repeating an interrupted rotation logs it.
 */
export const rotateMasterKeyAct = defineAct({
  name: 'key.rotate_master',
  demands: 'operator',
  input: z.strictObject({}),
  around: async ({ services: { database, secretBox } }, commit): Promise<MasterKeyRotation> => {
    let resealed = 0
    for (;;) {
      const { stale, lockedOwners: locked } = await inspectSecrets(database, secretBox)
      const [last, ...others] = stale.toReversed()
      for (const secret of others) {
        if (await resealSecret(database, secretBox, secret)) resealed += 1
      }
      // Another process may have changed them, or stored more under the old key.
      if (others.length > 0) continue
      const isDone = await commit(async (transaction) => {
        const isReplaced = last === undefined || (await resealSecret(transaction, secretBox, last))
        if (!isReplaced) return { result: false }
        resealed += last === undefined ? 0 : 1
        if (resealed === 0) return { result: true }
        const target = { type: 'installation', id: 'master_key' }
        return { result: true, change: { orgId: null, target, before: null, after: { resealed } } }
      })
      if (isDone) return { resealed, locked }
    }
  },
})
