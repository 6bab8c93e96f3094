import { findListenerTroubles } from '@signalpost/database/searching'
import { defineReadFinding } from '../../finding.ts'
import { because, counted, duration } from '../../words.ts'

export const failingListeners = defineReadFinding({
  kind: 'listener_failing',
  everyMs: 30_000,
  read: ({ database, orgId }) => findListenerTroubles(database, { orgId }),
  find: (troubles, { orgId }) =>
    troubles.map(({ kind, listenerId, name, seconds, reason, searches }) => ({
      harm: kind === 'failing' ? 'broken' : 'late',
      ...{
        failing: {
          summary: `The listener ${name} has found nothing for ${duration(seconds)}: none of its searches works${because(reason)}.`,
          remedy: 'Give the platform what it needs, or correct the plan.',
        },
        search_failing: {
          summary: `${counted(searches, 'search', 'searches')} of the listener ${name} ${searches === 1 ? 'has' : 'have'} not worked for ${duration(seconds)}${because(reason)}.`,
          remedy: 'Connect the platform, raise its budget, or take the query or board out of the plan.',
        },
        silent: {
          summary: `The listener ${name} has found nothing for ${duration(seconds)}, and found signals before.`,
          remedy: 'Try its plan, and see whether the platform still answers its queries as before.',
        },
      }[kind],
      link: `/w/${orgId}/listeners/${listenerId}`,
    })),
})
