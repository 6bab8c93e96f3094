import { bad, type Check, good, weak } from '@signalpost/administration/doctor'
import { checkQueueBackend, queueBackendOf } from '@signalpost/queues'
import type { CommandContext } from '../../command/context.ts'

export const queueCheck: Check<CommandContext> = {
  name: 'queue',
  after: 'database',
  remedy: 'Start the server, or correct REDIS_URL or SIGNALPOST_QUEUE_DATABASE_URL.',
  run: async ({ stores, config }) => {
    const backend = queueBackendOf({ ...config, databaseUrl: stores.databaseUrl })
    const findings = await checkQueueBackend(backend)
    const [worst] = findings.toSorted((a, b) => Number(b.fatal) - Number(a.fatal))
    if (worst === undefined)
      return good(`on ${backend.kind === 'redis' ? 'Redis' : 'PostgreSQL'}, as it should be`)
    const message = findings.map((finding) => finding.message).join(' ')
    const remedy = findings.map((finding) => finding.remedy).join(' ')
    return worst.fatal ? bad(message, remedy) : weak(message, remedy)
  },
}
