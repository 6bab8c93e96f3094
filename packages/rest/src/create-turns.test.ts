import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createTurns, openInTurn } from './create-turns.ts'

test('a turn ends with its stream, and with a stream that does not open', async () => {
  const turns = createTurns({ longestWaitMs: 0 })
  const open = () => openInTurn(turns, 'org_one', async () => Readable.from(['a', 'b']))
  const first = await open()
  await expect(open()).rejects.toMatchObject({ message: 'Another one is in progress.' })
  await (await openInTurn(turns, 'org_two', async () => Readable.from([]))).toArray()
  await first.toArray()
  ;(await open()).destroy()
  const fails = openInTurn(turns, 'org_three', () => Promise.reject(new Error('no connection')))
  await expect(fails).rejects.toThrow('no connection')
  expect(await (await openInTurn(turns, 'org_three', async () => Readable.from(['c']))).toArray()).toEqual([
    'c',
  ])
})
