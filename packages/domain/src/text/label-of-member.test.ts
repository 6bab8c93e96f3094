import { expect, test } from 'vitest'
import { labelOfMember } from './label-of-member.ts'

test.each([
  ['url', 'URL'],
  ['webhookUrl', 'Webhook URL'],
  ['accessKey', 'Access key'],
  ['apiKey', 'API key'],
  ['ownerId', 'Owner id'],
  ['buying_intent', 'Buying intent'],
  ['to', 'To'],
  ['', ''],
])('%s is shown as %s', (member, label) => {
  expect(labelOfMember(member)).toBe(label)
})
