import { z } from 'zod'

/** Parses a whole number in decimal digits. */
export function wholeNumber({ min, max }: { min: number; max: number }) {
  return z.string().transform((text, context) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    context.addIssue(`expected a whole number from ${min} to ${max}`)
    return z.NEVER
  })
}
