import { invalidRequest } from '@signalpost/rest'
import { expect, test } from 'vitest'
import { otherFaults, reasonOf, sentenceOf, unspecific, wordsOfPath } from './faults.ts'

test.each([
  ['definition.timeZone', 'Time zone'],
  ['definition.steps.0.channelId', 'Steps, 1, channel id'],
  ['settings.url', 'Url'],
  ['', ''],
])('names the member %j as %j', (path, words) => {
  expect(wordsOfPath(path)).toBe(words)
})

test.each([
  ['expected an array of at least 1 item', 'Expected a list of at least 1 item.'],
  [
    'expected 1 to 200 characters of U+0021 to U+007E',
    'Expected 1 to 200 characters: letters, digits and signs without spaces.',
  ],
  ['is needed', 'This is needed.'],
  ['Already in use.', 'Already in use.'],
  ['expected lines such as Bearer …', 'Expected lines such as Bearer …'],
])('says %j as %j', (message, sentence) => {
  expect(sentenceOf(message)).toBe(sentence)
})

test('lists what no field shows, and nothing that one does', () => {
  const faults = ['plan.queries.0.source', 'plan', 'name'].map((path) => ({ path, message: 'wrong' }))
  const form = { faults, claimed: new Set(['plan.queries', 'name']), claim: () => () => undefined }
  expect(otherFaults(form, faults).map(({ path }) => path)).toEqual(['plan'])
  expect(otherFaults(undefined, faults)).toEqual(faults)
})

test('repeats the reason of the server, unless it only says that there are faults', () => {
  expect(unspecific).toContain(invalidRequest([]).message)
  expect(reasonOf(invalidRequest([]), { isListed: false, marked: 1 })).toBe('The marked field says why.')
  expect(reasonOf(invalidRequest([]), { isListed: true, marked: 1 })).toBe('This is not accepted:')
  const ofKind = new Error('The settings or secrets are not valid.')
  expect(reasonOf(ofKind, { isListed: false, marked: 2 })).toBe('The marked fields say why.')
  const reason = new Error('The website cannot be read.')
  expect(reasonOf(reason, { isListed: false, marked: 1 })).toBe('The website cannot be read.')
})
