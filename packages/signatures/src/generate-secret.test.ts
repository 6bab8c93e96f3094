import { expect, test } from 'vitest'
import { generateSecret } from './generate-secret.ts'
import { serviceV1 } from './schemes/service-v1.ts'
import { standardWebhooks } from './schemes/standard-webhooks.ts'

test('makes whsec_ and 32 bytes in padded standard base64, new each time', () => {
  const secret = generateSecret()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(generateSecret()).not.toBe(secret)
  expect(standardWebhooks.secret.parse(secret)).toHaveLength(32)
  expect(serviceV1.secret.parse(secret)).toHaveLength(50)
})
