import type { z } from 'zod'
import type { Issue } from '../errors.ts'

type Common = {
  /** A text of several lines. */
  isLong?: true
  /** An address to which requests go. One that can never be reached is refused. */
  isUrl?: true
  /** The member with which it must be given, and without which it must not. */
  goesWith?: string
  /** The member with which it must not be given. */
  notWith?: string
}

/** How operators give a member of the settings: a field of a form, or `--access-key <id>` for `accessKey`. */
export type SettingOption = Common & {
  /** What help shows in place of the value: `<id>`. */
  placeholder: string
  description: string
  /** A path of the machine where the command runs, which makes it absolute. */
  isPath?: true
  /** It only means something with a path. */
  isOfFiles?: true
  /** The secrets are sent there: another one needs them again. Of a URL, its origin counts. */
  takesSecrets?: true
  /** It takes several values, each of which `placeholder` describes. */
  isList?: true
  /** All values that each of them may have. */
  choices?: readonly string[]
  /** What the form has in it at first. */
  suggestion?: string
  /** What people may put into a text: each by what it is written as. */
  inserts?: Readonly<Record<string, string>>
  /** The name of its option where that is not the member's: `event` for the list `events`. */
  optionName?: string
}

/** How operators give a member of the secrets: `--secret-key <text>` or `--secret-key-file <file>` for `secretKey`. */
export type SecretOption = Common & {
  /** Only a file where the secret is too long for a command line. */
  secret: 'text or file' | 'file'
  /** Lines that may also be given one by one: the option may be repeated. */
  isLines?: true
  description: string
  /** It is never sent: a certificate, or the key that proves it is ours. */
  isLocal?: true
  /** Makes one where none is given. It is shown once. */
  generate?: (this: void) => string
}

/** By member of settings and secrets, in the order in which people see them. */
export type KindOptions = Readonly<Record<string, SettingOption | SecretOption>>

/** What is configured: a kind of channel or of warehouse. */
export type ConfigurableKind = {
  /** What is stored openly. */
  settings: z.ZodType
  /** What is sealed at rest and never shown. */
  secrets: z.ZodType
  options: KindOptions
  /** What new settings may not have, although those that an earlier version stored may. */
  findFaults?(this: void, settings: Readonly<Record<string, unknown>>): Issue[]
}

type MemberOf<Place> = Place extends unknown ? (string extends keyof Place ? never : keyof Place) : never

/** Options for each member of settings and secrets: a missing one is a type error. */
export type CompleteOptions<Settings, Secrets> = Record<MemberOf<Settings>, SettingOption> &
  Record<MemberOf<Secrets>, SecretOption>
