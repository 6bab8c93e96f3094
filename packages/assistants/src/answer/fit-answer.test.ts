import { expect, test } from 'vitest'
import { fitAnswer, mostOfAnswer, withoutEmpty } from './fit-answer.ts'

test('leaves out what is null or empty, but for cursors and items', () => {
  const answer = {
    items: [],
    nextCursor: null,
    a: null,
    b: '',
    c: [],
    d: {},
    e: { f: undefined },
    g: 0,
    h: false,
  }
  expect(withoutEmpty(answer)).toEqual({ items: [], nextCursor: null, g: 0, h: false })
})

test('asks for less until the answer fits', async () => {
  const shares: number[] = []
  const { answer, text } = await fitAnswer(async (share) => {
    shares.push(share)
    return {
      items: Array.from({ length: Math.ceil(100 * share) }, () => '"'.repeat(1_000)),
      nextCursor: null,
    }
  })
  expect(text.length).toBeLessThanOrEqual(mostOfAnswer)
  expect(JSON.parse(text)).toEqual(answer)
  expect(shares.length).toBeGreaterThan(1)
})

test('fails rather than to send an answer that is too long', async () => {
  await expect(fitAnswer(async () => ({ a: 'x'.repeat(mostOfAnswer) }))).rejects.toThrow('too long')
})
