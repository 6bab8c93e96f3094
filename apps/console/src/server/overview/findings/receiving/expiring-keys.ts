import { findExpiringKeys } from '@signalpost/database/access'
import { dayMs } from '@signalpost/domain'
import { defineReadFinding } from '../../finding.ts'
import { duration } from '../../words.ts'

const reminderMs = 7 * dayMs
/** What was not used for longer stops nothing when it ends. */
const usedWithinMs = 30 * dayMs

export const expiringKeys = defineReadFinding({
  kind: 'expiring_key',
  everyMs: 30_000,
  read: ({ database, orgId }) => findExpiringKeys(database, { orgId, withinMs: reminderMs, usedWithinMs }),
  find: (keys, { orgId, nowMs }) =>
    keys.map(({ keyId, name, expiresAt }) => ({
      harm: 'late',
      summary: `The API key ${name ?? keyId} expires in ${duration((expiresAt.getTime() - nowMs) / 1000)} and is still in use.`,
      remedy: 'Create a key, give it to the program, and revoke this one.',
      link: `/w/${orgId}/keys`,
    })),
})
