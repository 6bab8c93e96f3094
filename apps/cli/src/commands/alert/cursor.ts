import { z } from 'zod'

/** Returns an opaque cursor to the end of a page of alerts. */
export function cursorOf(number: string): string {
  return Buffer.from(`alert ${number}`).toString('base64url')
}

/** Parses a cursor to the number of its decision. */
export const cursorSchema = z.string().transform((text, context) => {
  const [, number] = /^alert ([1-9]\d{0,17})$/.exec(Buffer.from(text, 'base64url').toString('utf8')) ?? []
  if (number !== undefined && cursorOf(number) === text) return number
  context.addIssue('expected the nextCursor of a page')
  return z.NEVER
})
