import { RejectedError } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { list, optional, required } from '../parameters/parameter.ts'
import type { CommandContext } from './context.ts'
import { defineCommand } from './define-command.ts'
import { reportError } from './report-error.ts'

// The cast: the command asks nothing of it.
const context = {} as CommandContext

async function reportOf(paths: readonly string[], given: Record<string, unknown>) {
  const issues = paths.map((path) => ({ path, message: 'expected more' }))
  const command = defineCommand({
    ...{ path: 'thing edit', summary: 'Edit a thing.' },
    parameters: {
      id: required('<id>', 'the thing'),
      at: optional('--at <time>', 'when'),
      boards: list('--board <name...>', 'where', { schema: z.string() }),
    },
    run: async () => {
      throw new RejectedError('invalid_request', 'The thing is not valid.', { issues })
    },
  })
  try {
    await command.run(context, (name) => given[name])
  } catch (error) {
    const { exitCode, lines } = reportError(error)
    return [exitCode, lines.join(' ')]
  }
  return []
}

const given = { id: 'thing_1', at: '31d', boards: ['a', 'b'] }

test('a value of an option that an act refuses is bad usage, named by the option', async () => {
  expect(await reportOf(['at'], given)).toEqual([2, 'error: --at: expected more'])
  expect(await reportOf(['boards[1].platform', 'at'], given)).toEqual([
    2,
    'error: --board: expected more; --at: expected more',
  ])
})

test.each([
  ['an argument', ['id'], given],
  ['what a file of an option holds', ['at.queries'], given],
  ['an option that was not given', ['at'], { id: 'thing_1', boards: [] }],
  ['something else beside an option', ['at', 'other'], given],
  ['no member', [], given],
])('%s that an act refuses is a refusal', async (_name, paths, values) => {
  expect((await reportOf(paths, values))[0]).toBe(1)
})
