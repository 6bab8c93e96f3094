import { expect, test } from 'vitest'
import { actOfOperation } from './act-of-operation.ts'

test.for([
  ['createKey', 'key.create'],
  ['replayDeliveries', 'delivery.replay'],
  ['setFallback', 'fallback.set'],
  ['rotateSourceSecrets', 'source_secret.rotate'],
  ['acknowledge', 'acknowledge'],
])('%s is named %s', ([operationId = '', act]) => {
  expect(actOfOperation(operationId)).toBe(act)
})
