import { connectionOperations, getConnectionLookup } from '@signalpost/administration/connection'
import { commandsOf, withParameters } from '../../command/commands-of.ts'
import { UsageError } from '../../command/usage-error.ts'
import { flag, optional } from '../../parameters/parameter.ts'
import { budgetOptionSchema, budgetText, describeConnection } from './describe-connection.ts'

export const connectionCommands = commandsOf(connectionOperations, {
  text: describeConnection,
  elsewhere: ['connection.create', 'platform.list', 'platform.check'],
  by: {
    'connection.list': {
      columns: {
        CONNECTION: ({ connectionId }) => connectionId,
        PLATFORM: ({ platform }) => platform,
        'BASE URL': ({ baseUrl }) => baseUrl,
        BUDGET: ({ budget }) => budgetText(budget),
        CREATED: ({ createdAt }) => createdAt,
      },
    },
    'connection.set_budget': {
      path: 'connection budget',
      ...withParameters(
        {
          budget: optional(
            '--budget <n/window>',
            'at most so many requests, such as 100/1d',
            budgetOptionSchema,
          ),
          reset: flag('--reset', "return to the platform's own budget"),
        },
        ({ budget, reset }) => {
          if ((budget === undefined) !== reset) throw new UsageError('--budget is needed, or --reset')
          return { budget: budget ?? null }
        },
      ),
    },
    'connection.delete': {
      confirm: async ({ call, confirm }, input) => {
        const { connectionId, orgId, platform } = await call(getConnectionLookup, input)
        await confirm(`Delete the connection ${connectionId} of ${orgId} to ${platform}?`)
      },
      outcome: (_context, connection) => ({
        json: { ...connection, deleted: true },
        text: describeConnection(connection),
      }),
    },
  },
})
