import { z } from 'zod'

/** Opaque to people: where a page of deliveries ended. */
export function cursorOf(deliveryId: string): string {
  return Buffer.from(deliveryId).toString('base64url')
}

/** Reads a cursor back into the delivery that it stands for. */
export const cursorSchema = z.string().transform((text, context) => {
  const deliveryId = Buffer.from(text, 'base64url').toString('utf8')
  if (/^dlv_[0-9a-z]{26}$/.test(deliveryId) && cursorOf(deliveryId) === text) return deliveryId
  context.addIssue('expected the nextCursor of a page')
  return z.NEVER
})
