import { listPlatformsRead } from '@signalpost/administration/connection'
import { commandsOf } from '../../command/commands-of.ts'
import { table } from '../../terminal/table.ts'
import { withoutNulls } from '../../terminal/without-nulls.ts'

export const platformList = commandsOf([listPlatformsRead], {
  by: {
    'platform.list': {
      outcome: (_context, items) => {
        const rows = items.map(({ platform, beta, title, access, ready, ranLive }) => [
          ...[platform, beta ? `${title} (beta)` : title, access, ready, ranLive],
        ])
        const lacking = Map.groupBy(
          items.filter(({ missing }) => missing !== null),
          ({ missing }) => missing,
        )
        const lines = Array.from(
          lacking,
          ([missing, lack]) => `${lack.map(({ title }) => title).join(', ')}:\n  ${missing}`,
        )
        const parts = [table(['PLATFORM', 'NAME', 'ACCESS', 'READY', 'RAN LIVE'], rows), ...lines]
        return { json: { items: items.map(withoutNulls) }, text: parts.join('\n\n') }
      },
    },
  },
})
