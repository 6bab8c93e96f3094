import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 300
const claimed = /^t=(\d{10}),v1=([0-9a-f]{64})$/

/** Whether a body is signed with the secret, and lately: HMAC-SHA256 of `<t>.<body>`, compared in constant time. */
export function isSigned(header: string | string[] | undefined, body: Buffer, secret: string): boolean {
  const [, timestamp, digest] = claimed.exec(typeof header === 'string' ? header : '') ?? []
  if (timestamp === undefined || digest === undefined) return false
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return false
  const computed = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  return timingSafeEqual(computed, Buffer.from(digest, 'hex'))
}
