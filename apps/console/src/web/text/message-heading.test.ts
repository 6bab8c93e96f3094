import { expect, test } from 'vitest'
import { wordsOfMessage } from './message-heading.ts'

test.each([
  ['event', 'signal.read', 'Which CRM?', 'Signal: read'],
  ['notice', 'workspace.trouble', null, 'Problem report'],
  ['notice', 'workspace.trouble_over', null, 'End of a problem'],
  ['instant', null, 'Which CRM?', 'Which CRM?'],
  ['instant', null, null, 'Alert'],
  ['digest', null, null, 'Digest'],
  ['follow_up', null, null, 'Follow up'],
])('says of the message %s of the event %s and the signal %s: %s', (kind, eventType, signalTitle, words) => {
  expect(wordsOfMessage({ kind, eventType, signalTitle })).toBe(words)
})
