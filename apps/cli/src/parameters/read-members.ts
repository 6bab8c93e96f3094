import { parseInput } from '@signalpost/domain'
import { z } from 'zod'
import { UsageError } from '../command/usage-error.ts'

type Naming = {
  /** The option that gives a member. */
  optionOf: (member: string) => string
  /** The members of which a message about several at once may speak. */
  members: readonly string[]
}

/** What options gave, as a kind's schema takes it. Throws UsageError, which names the option and not what it got. */
export function readMembers(
  schema: z.ZodType,
  given: Record<string, unknown>,
  { optionOf, members }: Naming,
): Record<string, unknown> {
  const isGiven = ([, value]: [string, unknown]) => value !== undefined
  const parsed = parseInput(schema, Object.fromEntries(Object.entries(given).filter(isGiven)))
  if (parsed.ok) return z.record(z.string(), z.unknown()).parse(parsed.value)
  const [issue] = parsed.issues
  const [member = ''] = issue?.path.split('.') ?? []
  const message = issue?.message ?? 'not understood'
  if (member !== '') throw new UsageError(`${optionOf(member)}: ${message}`)
  throw new UsageError(members.reduce((text, name) => text.replaceAll(name, optionOf(name)), message))
}

/** `--bot-token` for `botToken` */
export function optionNamed(member: string): string {
  return `--${kebabCase(member)}`
}

/** `bot-token` for `botToken` */
export function kebabCase(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
