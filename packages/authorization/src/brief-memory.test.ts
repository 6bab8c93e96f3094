import { expect, test } from 'vitest'
import { createBriefMemory } from './brief-memory.ts'

let nowMs = 0
let loads = 0
const memoryOf = () => createBriefMemory<string>({ nowMs: () => nowMs })
const load = (value: string | undefined) => async () => {
  loads += 1
  return value
}

test('caches a value for 4 s', async () => {
  const memory = memoryOf()
  expect(await memory.read('a', load('first'))).toBe('first')
  nowMs += 3_999
  expect(await memory.read('a', load('second'))).toBe('first')
  nowMs += 1
  expect(await memory.read('a', load('second'))).toBe('second')
})

test('reads again after the clock was set back', async () => {
  const memory = memoryOf()
  await memory.read('a', load('first'))
  nowMs -= 1
  expect(await memory.read('a', load(undefined))).toBeUndefined()
})

test('caches that there was no value', async () => {
  const memory = memoryOf()
  await memory.read('a', load(undefined))
  expect(await memory.read('a', load('late'))).toBeUndefined()
})

test('reads once for requests at the same moment', async () => {
  const memory = memoryOf()
  loads = 0
  await Promise.all([1, 2, 3].map(() => memory.read('a', load('once'))))
  expect(loads).toBe(1)
})

test('keeps a value however many other keys are guessed', async () => {
  const memory = memoryOf()
  await memory.read('a', load('kept'))
  for (let guess = 0; guess < 10_500; guess += 1) await memory.read(`guess${guess}`, load(undefined))
  expect(await memory.read('a', load('read again'))).toBe('kept')
})

test('reads the store again after a failure or an eviction', async () => {
  const memory = memoryOf()
  const failing = async (): Promise<string> => Promise.reject(new Error('away'))
  await expect(memory.read('a', failing)).rejects.toThrow('away')
  expect(await memory.read('a', load('back'))).toBe('back')
  memory.forget('a')
  expect(await memory.read('a', load('new'))).toBe('new')
})

test('says whether a key had a value when it was last read', async () => {
  const memory = memoryOf()
  const said: boolean[] = []
  const say = (value: string | undefined) => async (last: { wasFound: boolean }) => {
    said.push(last.wasFound)
    return value
  }
  await memory.read('reported', say('value'))
  await memory.read('unknown', say(undefined))
  nowMs += 4_000
  await memory.read('reported', say('value'))
  await memory.read('unknown', say(undefined))
  expect(said).toEqual([false, false, true, false])
})
