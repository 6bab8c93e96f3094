import { expect, test } from 'vitest'
import { raceDeadline } from './race-deadline.ts'

const late = (): Error => new Error('too late')
const never = new Promise<never>(() => undefined)

test('returns the result of work that ends before the deadline', async () => {
  expect(await raceDeadline(Promise.resolve('done'), { limitMs: 60_000, late })).toBe('done')
})

test('throws the error of the work itself', async () => {
  const broken = Promise.reject(new Error('broken'))
  await expect(raceDeadline(broken, { limitMs: 60_000, late })).rejects.toThrow('broken')
})

test('throws its own error for work that never ends', async () => {
  await expect(raceDeadline(never, { limitMs: 1, late })).rejects.toThrow('too late')
})

test('takes a deadline that is over already', async () => {
  await expect(raceDeadline(never, { limitMs: -5, late })).rejects.toThrow('too late')
})
