import { checkPlatformRead, listPlatformsRead } from '@signalpost/administration/connection'
import { platforms } from '@signalpost/domain'
import { getPlatform } from '@signalpost/platforms'
import { z } from 'zod'
import { commandsOf } from '../../command/commands-of.ts'
import { required } from '../../parameters/parameter.ts'
import { record, table } from '../../terminal/table.ts'
import { withoutNulls } from '../../terminal/without-nulls.ts'

export const platformCommands = commandsOf([listPlatformsRead, checkPlatformRead], {
  by: {
    'platform.check': {
      parameters: {
        platform: required(
          '<platform>',
          'what to ask, such as hackernews; see platform list',
          z.enum(platforms),
        ),
      },
      outcome: (_context, { missing, ...check }, { platform }) => {
        const { title, access } = getPlatform(platform)
        const { ready, httpStatus } = check
        return {
          // A console has null where nothing is missing.
          json: { platform, title, access, ...check, ...(missing != null && { missing }) },
          text: record({ platform, name: title, access, ready, missing, 'HTTP status': httpStatus }),
          exitCode: ready ? 0 : 1,
        }
      },
    },
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
