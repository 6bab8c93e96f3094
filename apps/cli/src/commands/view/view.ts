import { viewFiltersSchema, viewOperations } from '@signalpost/administration/view'
import { nameSchema } from '@signalpost/domain'
import { z } from 'zod'
import { commandsOf, withParameters } from '../../command/commands-of.ts'
import { list, required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

type Filters = z.output<typeof viewFiltersSchema>

const names = Object.keys(viewFiltersSchema.shape).join(', ')

const filterSchema = z.string().regex(/^[a-zA-Z]+=./, `expected NAME=VALUE with one of ${names}`)

export const viewCommands = commandsOf(viewOperations, {
  text: ({ viewId, name, filters, isShared }) =>
    record({ view: viewId, name, filters: summarise(filters), seen: isShared ? 'by all' : 'by you' }),
  by: {
    'view.create': withParameters(
      {
        name: required('--name <name>', 'the name of its tab', nameSchema),
        filter: list('--filter <name=value...>', 'a filter of signal list, such as urgency=high', {
          schema: filterSchema,
          isMandatory: true,
        }),
      },
      ({ name, filter }) => {
        const filters = Object.fromEntries(
          filter.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
        )
        // The command line is no person who could keep one to themselves.
        return { name, filters, isShared: true }
      },
    ),
    'view.list': {
      columns: {
        VIEW: ({ viewId }) => viewId,
        NAME: ({ name }) => name,
        FILTERS: ({ filters }) => summarise(filters),
        CREATED: ({ createdAt }) => createdAt,
      },
    },
  },
})

function summarise(filters: Filters | Record<string, string>): string {
  return Object.entries(filters)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
}
