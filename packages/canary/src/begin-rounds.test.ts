import type { CanaryLease } from '@signalpost/database/canary'
import { expect, test } from 'vitest'
import { beginRounds } from './begin-rounds.ts'

type Round = {
  end: () => void
  fail: (error: unknown) => void
  isOvertaken: (stage: 'intake' | 'api') => boolean
}

/** Rounds that are due whenever asked, and that last until the test ends them. */
function rig() {
  const rounds: Round[] = []
  const held: (string | undefined)[] = []
  const ended: string[] = []
  const faults: unknown[] = []
  let isDue = true
  const { beginDue, finish } = beginRounds({
    lease: async (token) => {
      held.push(token)
      const known = { token: token ?? `token-${held.length}`, apiKey: '' }
      // The cast: no part of it is read.
      return isDue ? ({ ...known, canary: {} } as CanaryLease) : undefined
    },
    follow: (_lease, isOvertaken) =>
      new Promise((resolve, reject) => rounds.push({ end: resolve, fail: reject, isOvertaken })),
    end: async ({ token }) => void ended.push(token),
    onEnded: () => undefined,
    onError: (error) => faults.push(error),
  })
  const setDue = (due: boolean) => {
    isDue = due
  }
  return { beginDue, finish, rounds, held, ended, faults, setDue }
}

test('begins a round that is due while earlier ones wait for a stage, under one lease', async () => {
  const { beginDue, rounds, held, ended } = rig()
  await beginDue()
  await beginDue()
  expect(rounds).toHaveLength(2)
  expect(held).toEqual([undefined, 'token-1'])
  expect(ended).toEqual([])
})

test('gives up its lease once no round is in flight', async () => {
  const { beginDue, finish, rounds, held, ended, faults, setDue } = rig()
  await beginDue()
  await beginDue()
  rounds[0]?.end()
  setDue(false)
  await beginDue()
  expect(ended).toEqual([])
  rounds[1]?.fail('broken')
  await new Promise(setImmediate)
  await beginDue()
  expect(ended).toEqual(['token-1'])
  expect(held.at(-1)).toBeUndefined()
  expect(faults).toEqual(['broken'])
  setDue(true)
  await beginDue()
  const finished = finish()
  rounds[2]?.end()
  await finished
  expect(ended).toEqual(['token-1', 'token-5'])
})

test('says that a later round has reported a stage', async () => {
  const { beginDue, rounds } = rig()
  await beginDue()
  await beginDue()
  expect(rounds[0]?.isOvertaken('api')).toBe(false)
  expect(rounds[1]?.isOvertaken('api')).toBe(false)
  expect(rounds[0]?.isOvertaken('api')).toBe(true)
  expect(rounds[0]?.isOvertaken('intake')).toBe(false)
})
