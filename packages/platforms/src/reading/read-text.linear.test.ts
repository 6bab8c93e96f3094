import { findWords } from '@signalpost/domain'
import { expectLinear } from '@signalpost/testing'
import { test } from 'vitest'
import { decodeFeed } from '../feeds/decode-feed.ts'
import { findFeedDanger } from '../feeds/find-feed-danger.ts'
import { readFeedDate } from '../feeds/read-feed-date.ts'
import { decodeEntities, guessedText, htmlToText } from './read-text.ts'

const readers: [string, (text: string) => unknown][] = [
  ['HTML', htmlToText],
  ['a text that may be HTML', guessedText],
  ['entities', decodeEntities],
  ['words', findWords],
  ['a date', readFeedDate],
  ['nested elements', findFeedDanger],
  ['bytes', (text) => decodeFeed(Buffer.from(text, 'latin1'), undefined)],
]
const pieces = [
  '<',
  '<a',
  '</a ',
  '<a:',
  '&amp',
  '&#x27;',
  '<br>x',
  'Ü',
  'を',
  "a'",
  '1 ',
  '\n ',
  'jan 1 ',
  '<p><x>',
]

test.each(readers)('the time of reading %s grows with its length', async (_, run) => {
  for (const piece of pieces) {
    await expectLinear({ input: (n) => piece.repeat(n), run, from: 4_096, upTo: 32_768 })
  }
})
