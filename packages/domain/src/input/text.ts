import { z } from 'zod'

/** Replaces U+0000 and lone surrogates, which no store and no JSON reader accepts, by U+FFFD. */
function toStorableText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed()
  return wellFormed.replaceAll('\u0000', '\ufffd')
}

/** Returns the length of a text: its code points after trimming. */
export function textLength(text: string): number {
  let length = 0
  for (const _ of text.trim()) length += 1
  return length
}

/** Text of any content; `min` and `max` are code points after trimming. */
export function freeText({ min = 0, max = Number.POSITIVE_INFINITY }: { min?: number; max?: number } = {}) {
  const bounds = Number.isFinite(max)
    ? `${min} to ${max} characters`
    : `at least ${min} character${min > 1 ? 's' : ''}`
  const bounded = z.string().overwrite(toStorableText)
  if (min === 0 && max === Number.POSITIVE_INFINITY) return bounded
  return bounded
    .refine((text) => (text.length <= max && min === 0) || isWithin(textLength(text), min, max), {
      message: `expected text of ${bounds}`,
    })
    .meta({ ...(min > 0 && { minLength: min }), ...(Number.isFinite(max) && { maxLength: max }) })
}

/** The name of a record: never blank. */
export const nameSchema = freeText({ min: 1, max: 200 })

/** Ids of records, users and events. */
export const idSchema = z
  .string()
  .regex(/^[\u0021-\u007e]{1,200}$/, { message: 'expected 1 to 200 characters of U+0021 to U+007E' })

export const orgIdSchema = z.string().regex(/^org_[a-z0-9_]{1,60}$/, {
  message: 'expected org_ and 1 to 60 characters of a-z, 0-9 and _',
})

/** A key of any text, kept as it is: with U+0000 or lone surrogates replaced, two different keys would be one. */
export const keySchema = z.string().refine((key) => toStorableText(key) === key, {
  message: 'expected text without U+0000 and lone surrogates',
})

/** A key that groups signals by rival or place. Keys are compared by their bytes, so surrounding white space counts. */
export const groupKeySchema = z
  .string()
  .refine((key) => key.trim() !== '' && /^\P{Cc}{1,300}$/u.test(key) && key.isWellFormed(), {
    message: 'expected 1 to 300 characters without control characters',
  })
  .meta({ minLength: 1, maxLength: 300 })

export const accountKeySchema = groupKeySchema
  .refine((key) => /^[dnp]:/.test(key), { message: 'expected d:, n: or p: at the beginning' })
  .meta({ pattern: '^[dnp]:', example: 'd:example.com' })

const maxUrlLength = 2048

/** An absolute link as its page has it, with unescaped characters outside ASCII. */
export const webUrlSchema = z
  .string()
  .refine((url) => isWebUrl(url), {
    message: `expected an absolute http or https URL of at most ${maxUrlLength} characters`,
  })
  .overwrite(toStorableText)
  .meta({
    description: 'An absolute http or https URL. Characters outside ASCII may come unescaped.',
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$',
    maxLength: maxUrlLength,
  })

function isWebUrl(url: string): boolean {
  // A code point has at most two units, so a longer text need not be counted.
  if (url.length > 2 * maxUrlLength || !/^https?:\/\/\S+$/i.test(url)) return false
  return textLength(url) <= maxUrlLength && URL.canParse(url)
}

function isWithin(length: number, min: number, max: number): boolean {
  return length >= min && length <= max
}
