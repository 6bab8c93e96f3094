import { readCanaryState } from '@signalpost/administration/canary'
import { defineReadFinding } from '../finding.ts'
import { duration } from '../words.ts'

const names = { intake: 'the intake', api: 'the API', channel: 'its channel', warehouse: 'its warehouse' }
const link = '/installation'

export const failingCanary = defineReadFinding({
  kind: 'canary_failing',
  everyMs: 5_000,
  read: async ({ database, nowMs }) => ({ nowMs, state: await readCanaryState(database, { nowMs }) }),
  find: ({ nowMs, state }) => {
    if (state === undefined) return []
    const since = (moment: Date) => duration((nowMs - moment.getTime()) / 1000)
    const { failing, silentSince } = state
    if (silentSince !== null) {
      const summary = `No worker has followed the canary for ${since(silentSince)}.`
      return [{ harm: 'late', summary, remedy: 'Check that a worker runs: ./signalpost doctor.', link }]
    }
    if (failing === undefined || failing.failingSince === null) return []
    return [
      {
        harm: 'broken',
        summary: `The canary has not reached ${names[failing.stage]} for ${since(failing.failingSince)}: ${failing.error}.`,
        remedy: './signalpost canary status shows every stage.',
        link,
      },
    ]
  },
})
