import { type Channel, findChannel } from '@signalpost/channels'
import type { z } from 'zod'
import { optionNamed, readMembers } from '../../parameters/read-members.ts'

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

/** The option that gives a member; that of a list is named after one of its values. */
export function optionOf(member: string): string {
  return optionNamed(member === 'events' ? 'event' : member)
}

function read(schema: z.ZodObject, given: Record<string, unknown>): Record<string, unknown> {
  return readMembers(schema, given, { optionOf, members: Object.keys(schema.shape) })
}
