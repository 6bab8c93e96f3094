import { z } from 'zod'

/** Returns an opaque cursor to the end of a page of deliveries. */
export function cursorOf(deliveryId: string): string {
  return Buffer.from(deliveryId).toString('base64url')
}

/** Parses a cursor to the id of its delivery. */
export const cursorSchema = z.string().transform((text, context) => {
  const deliveryId = Buffer.from(text, 'base64url').toString('utf8')
  if (/^dlv_[0-9a-z]{26}$/.test(deliveryId) && cursorOf(deliveryId) === text) return deliveryId
  context.addIssue('expected the nextCursor of a page')
  return z.NEVER
})
