import { z } from 'zod'
import type { Issue } from '../errors.ts'
import { parseInput } from '../input/parse-input.ts'
import type { ConfigurableKind } from './kind-options.ts'

/** `isPresence`: `message` says that a member is missing or may not be given, and continues its name. */
export type KindIssue = Issue & { isPresence: boolean }

export type KindInput = { settings: Record<string, unknown>; secrets: Record<string, string> }

export type ParsedKindInput = ({ ok: true } & KindInput) | { ok: false; issues: KindIssue[] }

type Members = Readonly<Record<string, unknown>>

/**
 * Settings and secrets as a kind stores them, with the secrets that it generates; or what is wrong with them. Paths are
 * `settings.NAME` and `secrets.NAME`. A member that is undefined counts as absent.
 */
export function parseKindInput(
  kind: ConfigurableKind,
  given: { settings: Members; secrets: Members },
): ParsedKindInput {
  const settings = presentOf(given.settings)
  const secrets = { ...presentOf(given.secrets) }
  for (const [member, option] of Object.entries(kind.options)) {
    if ('secret' in option && option.generate) secrets[member] ??= option.generate()
  }
  const presence = findPresenceIssues(kind, { ...settings, ...secrets })
  if (presence.length > 0) return { ok: false, issues: presence }
  const parsedSettings = parseInput(kind.settings, settings, 'settings')
  const parsedSecrets = parseInput(kind.secrets, secrets, 'secrets')
  const issues = [
    ...(parsedSettings.ok ? findFaults(kind, membersOf(parsedSettings.value)) : parsedSettings.issues),
    ...(parsedSecrets.ok ? [] : parsedSecrets.issues),
  ]
  if (!parsedSettings.ok || !parsedSecrets.ok || issues.length > 0) {
    return { ok: false, issues: issues.map((issue) => ({ ...issue, isPresence: false })) }
  }
  const texts = Object.entries(membersOf(parsedSecrets.value)).map(([name, text]) => [name, String(text)])
  return { ok: true, settings: membersOf(parsedSettings.value), secrets: Object.fromEntries(texts) }
}

/** The members that every input of a kind needs: those that an empty one lacks. */
export function neededMembersOf({ settings, secrets }: ConfigurableKind): ReadonlySet<unknown> {
  const lacks = [settings, secrets].flatMap((schema) => schema.safeParse({}).error?.issues ?? [])
  return new Set(lacks.map(({ path: [member] }) => member))
}

/** What is missing, or is given without the member that it goes with. */
function findPresenceIssues(kind: ConfigurableKind, given: Members): KindIssue[] {
  const { options } = kind
  const needed = neededMembersOf(kind)
  const isGiven = (member: string) => given[member] !== undefined
  return Object.entries(options).flatMap(([member, option]) => {
    const { goesWith, notWith } = option
    const path = `${'secret' in option ? 'secrets' : 'settings'}.${member}`
    const issue = (message: string): KindIssue[] => [{ path, message, isPresence: true }]
    if (!isGiven(member) && needed.has(member)) return issue('is needed')
    if (isGiven(member) && notWith !== undefined && isGiven(notWith)) {
      return issue(`does not go with ${notWith}`)
    }
    if (goesWith === undefined || isGiven(member) === isGiven(goesWith)) return []
    return issue(isGiven(member) ? `goes only with ${goesWith}` : `is needed with ${goesWith}`)
  })
}

function findFaults(kind: ConfigurableKind, settings: Members): Issue[] {
  return [...findOpenPasswords(settings), ...(kind.findFaults?.(settings) ?? [])]
}

/** Settings are shown: a password in a URL belongs into the secrets. */
function findOpenPasswords(settings: Members): Issue[] {
  return Object.entries(settings)
    .filter(([, value]) => URL.parse(String(value))?.password)
    .map(([name]) => ({ path: `settings.${name}`, message: 'expected a URL without user and password' }))
}

function presentOf(members: Members): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

function membersOf(parsed: unknown): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(parsed)
}
