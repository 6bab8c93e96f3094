import { expect, test } from 'vitest'
import { bodyLimitsOf } from './body-limits.ts'

const mebibyte = 1024 * 1024

test.each([
  ['one process has all of it', 1, undefined, { total: 128, client: 32 }],
  ['four processes have a quarter each', 1, 4, { total: 32, client: 8 }],
  ['the largest body of a client fits, beside another', 100, undefined, { total: 200, client: 100 }],
  ['in each of several processes, too', 20, 4, { total: 40, client: 20 }],
])('%s', (_case, maxBodyMiB, processes, { total, client }) => {
  const sharedPort = processes === undefined ? undefined : { processes }
  expect(bodyLimitsOf({ maxBodyBytes: maxBodyMiB * mebibyte, sharedPort })).toEqual({
    totalBytes: total * mebibyte,
    clientBytes: client * mebibyte,
  })
})
