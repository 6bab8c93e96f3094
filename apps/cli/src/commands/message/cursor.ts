import { z } from 'zod'

/** Returns an opaque cursor to the end of a page of messages. */
export function cursorOf(messageId: string): string {
  return Buffer.from(`message ${messageId}`).toString('base64url')
}

/** Parses a cursor to the id of its message. */
export const cursorSchema = z.string().transform((text, context) => {
  const [, messageId] =
    /^message (msg_[a-z0-9]+)$/.exec(Buffer.from(text, 'base64url').toString('utf8')) ?? []
  if (messageId !== undefined && cursorOf(messageId) === text) return messageId
  context.addIssue('expected the nextCursor of a page')
  return z.NEVER
})
