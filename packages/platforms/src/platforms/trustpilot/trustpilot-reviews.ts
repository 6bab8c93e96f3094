import { foldCase } from '@signalpost/domain'
import { z } from 'zod'
import { datedOf } from '../../reading/collect-items.ts'
import { findFault, readAnswer } from '../../reading/read-answer.ts'
import { firstLine, oneLine, plainText } from '../../reading/read-text.ts'
import type { PlatformAnswer, RereadItem, SearchFault } from '../../search.ts'

const idSchema = z.string().regex(/^[\w-]{1,64}$/)

/** A company at Trustpilot. */
export const unitSchema = z.object({
  id: idSchema,
  /** As Trustpilot shows it. */
  name: z.string().max(300),
  /** Null where it is no domain. */
  domain: z.string().max(253).nullable(),
})
export type Unit = z.infer<typeof unitSchema>

const foundUnitSchema = z.object({
  id: idSchema,
  displayName: z.string().optional().catch(undefined),
  name: z
    .object({ identifying: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
})

const reviewSchema = z.object({
  id: idSchema,
  stars: z.int().min(1).max(5).optional().catch(undefined),
  title: z.string().nullish().catch(null),
  text: z.string().nullish().catch(null),
  createdAt: z.string().nullish().catch(null),
  language: z.string().nullish().catch(null),
  consumer: z.object({ displayName: z.string().nullish() }).nullish().catch(null),
})

const domainPattern = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/

/** Returns a domain in lower case without `www.`; undefined for a name that is none. */
export function domainIn(text: string): string | undefined {
  const domain = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '')
    .replace(/^www\./, '')
  return domainPattern.test(domain) ? domain : undefined
}

/** Parses JSON, or says why there is none. `gone` is what a 404 means. */
export function readJson(answer: PlatformAnswer, gone: string): { json: unknown } | SearchFault {
  const { status } = answer
  if (status === 403) {
    return { fault: 'unauthorised', message: 'The plan of the key does not cover these reviews (403).' }
  }
  return findFault(answer, gone) ?? readAnswer(answer)
}

/** Returns a company; undefined without an id. */
export function unitOf(entry: unknown): Unit | undefined {
  const parsed = foundUnitSchema.safeParse(entry)
  if (!parsed.success) return undefined
  const { id, displayName = '', name } = parsed.data
  const domain = domainIn(name?.identifying ?? '')
  const shown = oneLine(displayName) || oneLine(name?.identifying ?? '')
  return { id, name: shown, domain: domain ?? null }
}

/** Returns a review as an item; undefined without an id, or with neither title nor text. */
export function reviewOf(
  entry: unknown,
  { unit, receivedAtMs }: { unit: Unit; receivedAtMs: number },
): (RereadItem & { createdMs: number | undefined }) | undefined {
  const parsed = reviewSchema.safeParse(entry)
  if (!parsed.success) return undefined
  const { id, stars, createdAt, language, consumer } = parsed.data
  const text = plainText(parsed.data.text ?? '')
  const title = oneLine(parsed.data.title ?? '') || firstLine(text)
  if (title === '') return undefined
  const author = oneLine(consumer?.displayName ?? '')
  const dated = datedOf(createdAt, { receivedAtMs })
  const rival = foldCase(unit.name)
  return {
    ...{ platform: 'trustpilot', key: `trustpilot.com/reviews/${id}`, title, text },
    url: `https://www.trustpilot.com/reviews/${id}`,
    ...(author !== '' && { author }),
    ...dated,
    createdMs:
      dated.publishedAt === undefined || dated.approximateDate ? undefined : Date.parse(dated.publishedAt),
    coverage: text === '' ? 'snippet' : 'full_text',
    ...(stars !== undefined && { rating: stars }),
    ...(/^[a-z]{2}$/.test(language ?? '') && { language: language ?? '' }),
    ...(unit.name !== '' && { subjectName: unit.name, subjectOrg: { name: unit.name }, rivalKey: rival }),
    ...(unit.domain !== null && { accountKey: `d:${unit.domain}` as const }),
  }
}
