import { z } from 'zod'

const minBytes = 8
const maxBytes = 500

/** The text of a secret: 8 to 500 bytes of UTF-8. Issues never repeat the text. */
export const secretText = z.string().refine((text) => {
  const bytes = Buffer.byteLength(text)
  return text.isWellFormed() && bytes >= minBytes && bytes <= maxBytes
}, `a secret is ${minBytes} to ${maxBytes} bytes of UTF-8 text`)

/** A secret whose text is the key, any prefix included. */
export const textKey = secretText.transform((text): Uint8Array => Buffer.from(text))
