import type { KindOptions, SecretOption, SettingOption } from '@signalpost/domain'
import { z } from 'zod'
import { UsageError } from '../command/usage-error.ts'
import { type Given, readMembers } from './kind-input.ts'
import { kindParametersOf, parametersOfKinds } from './kind-parameters.ts'
import { kebabCase } from './option-name.ts'
import { list } from './parameter.ts'

/** What an edit gives: null for what is removed. */
type KindEdit = {
  settings: Record<string, string | string[] | null>
  secrets: Record<string, string | null>
}

/** The options of a command that edits a thing of any of these kinds, and how an edit follows from them. */
export function kindEditOf(
  noun: string,
  kinds: readonly { title: string; options: KindOptions }[],
  { clears = () => true }: { clears?: (option: SettingOption | SecretOption) => boolean } = {},
) {
  const parameters = parametersOfKinds(kinds)
  const clearable = kinds.flatMap(({ options }) =>
    Object.entries(options).flatMap((entry) => (clears(entry[1]) ? [nameOf(entry)] : [])),
  )
  const names = [...new Set(clearable)]
  return {
    parameters: {
      ...parameters,
      cleared: list('--clear <option...>', `the options to remove: ${names.join(', ')}`, {
        schema: z.enum(names),
      }),
    },
    /** Throws UsageError, which names the option that the kind does not have. */
    read: async (
      { kind, options }: { kind: string; options: KindOptions },
      { cleared, ...given }: Given & { cleared: string[] },
    ): Promise<KindEdit> => {
      const refusal = (option: string) => new UsageError(`${option}: a ${noun} of the kind ${kind} has none`)
      const own = kindParametersOf(options)
      const other = Object.keys(given).find((one) => isGiven(given[one]) && own[one] === undefined)
      if (other !== undefined) throw refusal(parameters[other]?.flags.split(' ', 1)[0] ?? other)
      const { settings, secrets } = await readMembers({ options }, given)
      const edit: KindEdit = { settings: presentOf(settings), secrets: presentOf(secrets) }
      for (const name of cleared) {
        const found = Object.entries(options).find((entry) => nameOf(entry) === name)
        if (found === undefined) throw refusal(`--clear ${name}`)
        edit['secret' in found[1] ? 'secrets' : 'settings'][found[0]] = null
      }
      return edit
    },
  }
}

/** Whether an option gave something. */
export function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined
}

/** What `--clear` calls a member: as its option, `event` for `events`. */
function nameOf([member, option]: [string, SettingOption | SecretOption]): string {
  return kebabCase(('optionName' in option ? option.optionName : undefined) ?? member)
}

function presentOf<Value>(members: Record<string, Value | undefined>): Record<string, Value> {
  // The cast: the filter leaves nothing undefined.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Record<
    string,
    Value
  >
}
