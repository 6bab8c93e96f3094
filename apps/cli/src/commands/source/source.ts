import { sourceOperations } from '@signalpost/administration/source'
import type { Source } from '@signalpost/database/access'
import { commandsOf } from '../../command/commands-of.ts'
import { record } from '../../terminal/table.ts'

export const sourceCommands = commandsOf(sourceOperations, {
  text: describeSource,
  by: {
    'source.create': 'elsewhere',
    'source.get': 'elsewhere',
    'source.edit': 'elsewhere',
    'source.rotate': 'elsewhere',
    'source.end_secret': 'elsewhere',
    'source.list': {
      columns: {
        SOURCE: ({ sourceId }) => sourceId,
        NAME: ({ name }) => name,
        SCHEME: ({ scheme }) => scheme,
        ENABLED: ({ enabled }) => enabled,
        'LAST DELIVERY': ({ lastDeliveryAt }) => lastDeliveryAt,
      },
    },
  },
})

export function describeSource(source: Source): string {
  return record({
    source: source.sourceId,
    name: source.name,
    scheme: source.scheme,
    enabled: source.enabled,
    tolerance: `${source.toleranceSeconds} s`,
    limit: source.ratePerMinute === null ? 'none' : `${source.ratePerMinute} requests a minute`,
    'last delivery': source.lastDeliveryAt,
  })
}
