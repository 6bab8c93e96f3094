import { freeText, platforms } from '@signalpost/domain'
import { z } from 'zod'
import { homeAddresses } from './crawl/crawl-website.ts'
import { objectives } from './plan/objectives.ts'

/** What an analysis is asked for. The last three may be left out, in the way of each face. */
export const analysisInput = {
  companyName: freeText({ min: 2, max: 120 }),
  website: z
    .string()
    .refine((text) => text.length <= 2_048 && !/\s/.test(text.trim()) && isAddress(text), {
      message: 'expected an http or https URL of at most 2048 characters, or a host',
    })
    .meta({ minLength: 1, maxLength: 2_048 }),
  objective: z.enum(objectives),
  sources: z
    .array(z.enum(platforms))
    .min(1)
    .max(platforms.length, { error: `expected at most ${platforms.length} sources` })
    .refine((sources) => new Set(sources).size === sources.length, { message: 'expected each source once' })
    .meta({ uniqueItems: true }),
  customObjective: freeText({ max: 500 }),
  description: freeText({ max: 2_000 }),
  acceptLimited: z.boolean(),
}

type Given = {
  objective: string
  customObjective?: string | undefined
  description?: string | undefined
  acceptLimited?: boolean | undefined
}

/** Adds what one member demands of another. */
export function withAnalysisRules<Schema extends z.ZodType<Given>>(schema: Schema): Schema {
  return schema
    .refine(({ objective, customObjective }) => objective !== 'custom' || isGiven(customObjective), {
      path: ['customObjective'],
      message: 'expected what to look for, as objective is custom',
    })
    .refine(({ acceptLimited, description }) => acceptLimited !== true || isGiven(description), {
      path: ['description'],
      message: 'expected what the company does, as acceptLimited is true',
    })
}

/** Returns the host of a website that was accepted, with its port, in the letters of machines. */
export function hostOf(website: string): string {
  return new URL(homeAddresses(website)[0] ?? '').host
}

/** A URL parser also finds a host in `//example.com` and in a mail address. */
function isAddress(text: string): boolean {
  const beginsWithHost = /^(?:https?:\/\/|[^/\\?#@]+(?:[/?#]|$))/i.test(text.trim())
  const isOther = /^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim()) && !/^https?:\/\//i.test(text.trim())
  return beginsWithHost && !isOther && homeAddresses(text).every((address) => URL.parse(address)?.hostname)
}

function isGiven(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== ''
}
