import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askPerson } from './ask-person.ts'

async function answerTo(typed: string | null, word?: string) {
  const input = new PassThrough()
  const answer = askPerson({ input, output: new PassThrough() }, { question: 'Delete it?', word })
  setImmediate(() => (typed === null ? input.end() : input.write(typed)))
  return answer
}

test.each([
  ['y', true],
  ['n', false],
  ['\r', false],
  ['\u001b', false],
  ['\u0003', false],
  ['\u0004', false],
  [null, false],
])('%j answers %s', async (typed, answer) => {
  expect(await answerTo(typed)).toBe(answer)
})

test.each([
  ['org_one\r', true],
  ['org_on\r', false],
  ['\u0003', false],
  ['\u0004', false],
  [null, false],
])('%j for a word answers %s', async (typed, answer) => {
  expect(await answerTo(typed, 'org_one')).toBe(answer)
})
