import { resolve } from 'node:path'
import {
  type ConfigurableKind,
  type KindInput,
  type KindIssue,
  type KindOptions,
  parseKindInput,
  RejectedError,
} from '@signalpost/domain'
import { UsageError } from '../command/usage-error.ts'
import { fileOf, namesOf } from './kind-parameters.ts'
import { kebabCase, optionNamed } from './option-name.ts'
import { readSecret } from './secret.ts'

export type Given = Readonly<Record<string, string | string[] | undefined>>

/** Returns settings and secrets that the kind accepts. Throws UsageError, which names the option and not its value. */
export async function readKindInput(kind: ConfigurableKind, given: Given): Promise<KindInput> {
  const parsed = parseKindInput(kind, await readMembers(kind, given))
  if (parsed.ok) return parsed
  const [issue = { path: '', message: 'not valid', isPresence: false }] = parsed.issues
  throw usageErrorOf(kind.options, issue)
}

/** Returns what the options of a kind give, which the kind has not judged yet; undefined where nothing is given. */
export async function readMembers(
  kind: Pick<ConfigurableKind, 'options'>,
  given: Given,
): Promise<{ settings: Given; secrets: Record<string, string | undefined> }> {
  const settings: Record<string, string | string[] | undefined> = {}
  const secrets: Record<string, string | undefined> = {}
  for (const [member, option] of Object.entries(kind.options)) {
    const value = given[member]
    if ('secret' in option) secrets[member] = await readMemberSecret(member, given)
    else if (option.isList) settings[member] = value?.length ? value : undefined
    else settings[member] = option.isPath && value !== undefined ? readPath(member, String(value)) : value
  }
  return { settings, secrets }
}

/** Returns the secret that the options of a member give, as text or in a file. */
export async function readMemberSecret(member: string, given: Given): Promise<string | undefined> {
  const [text, file] = [given[member], given[fileOf(member)]]
  return readSecret(kebabCase(member), {
    text: text === undefined ? undefined : String(text),
    file: file === undefined ? undefined : String(file),
  })
}

/** Words an issue in terms of options: `--bot-token: …` for `secrets.botToken`. */
export function usageErrorOf(
  options: KindOptions,
  { path, message, isPresence = false }: Omit<KindIssue, 'isPresence'> & { isPresence?: boolean },
): UsageError {
  const [, member] = path.split('.')
  if (member === undefined) return new UsageError(withOptionNames(options, message))
  const names = namesOf(options, member)
  return new UsageError(
    isPresence ? `${names.join(' or ')} ${withOptionNames(options, message)}` : `${names[0]}: ${message}`,
  )
}

/** Words the first issue of a refused member in terms of options; returns any other error unchanged. */
export function toUsageError(options: KindOptions, error: unknown): unknown {
  if (!(error instanceof RejectedError)) return error
  const issue = error.issues?.find(({ path }) => /^(settings|secrets)\./.test(path))
  return issue === undefined ? error : usageErrorOf(options, issue)
}

/** Replaces the names of members in a message with their first options. */
function withOptionNames(options: KindOptions, message: string): string {
  const members = Object.keys(options)
  return message.replaceAll(/[A-Za-z]+/g, (word) =>
    members.includes(word) ? (namesOf(options, word)[0] ?? word) : word,
  )
}

function readPath(member: string, text: string): string {
  // An unset shell variable gives an empty path, which would resolve to the current directory.
  if (text.trim() === '') throw new UsageError(`${optionNamed(member)}: it is empty`)
  return resolve(text)
}
