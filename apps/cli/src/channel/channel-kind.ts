import { type Channel, findChannel } from '@signalpost/channels'
import { issuesOf } from '@signalpost/domain'
import type { z } from 'zod'
import { UsageError } from '../usage-error.ts'

/** The definition of a stored channel's kind. Throws where this version does not know it. */
export function getChannelKind(kind: string): Channel {
  const found = findChannel(kind)
  if (found === undefined) throw new Error(`There is no channel of the kind ${kind} in this version.`)
  return found
}

/** Settings as the kind takes them. Throws UsageError, which names the option. */
export function readChannelSettings(
  { settings }: Channel,
  given: Record<string, unknown>,
): Record<string, unknown> {
  return read(settings, given)
}

/** Secrets as the kind takes them. Throws UsageError, which names the option and not what it got. */
export function readChannelSecrets(
  { secrets }: Channel,
  given: Record<string, string | undefined>,
): Record<string, string> {
  const texts = Object.entries(read(secrets, given)).map(([name, text]) => [name, String(text)])
  return Object.fromEntries(texts)
}

/** The option that gives a member: `--bot-token` for `botToken`; that of a list is named after one of its values. */
export function optionOf(member: string): string {
  const name = member === 'events' ? 'event' : member
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function read(schema: z.ZodObject, given: Record<string, unknown>): Record<string, unknown> {
  const isGiven = ([, value]: [string, unknown]) => value !== undefined
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(given).filter(isGiven)))
  if (parsed.success) return parsed.data
  const [issue] = issuesOf(parsed.error)
  const [member = ''] = issue?.path.split('.') ?? []
  const message = issue?.message ?? 'not understood'
  throw new UsageError(member === '' ? inOptions(message, schema) : `${optionOf(member)}: ${message}`)
}

/** A message about several members at once speaks of their options. */
function inOptions(message: string, schema: z.ZodObject): string {
  return Object.keys(schema.shape).reduce(
    (text, member) => text.replaceAll(member, optionOf(member)),
    message,
  )
}
