import type { KindOptions, SecretOption, SettingOption } from '@signalpost/domain'
import { z } from 'zod'
import { kebabCase, optionNamed } from './option-name.ts'
import { list, optional, type Parameter } from './parameter.ts'
import { secretOptions } from './secret.ts'

type KindParameters = Record<string, Parameter<string | string[] | undefined>>

/** Returns a parameter for each setting and secret of a kind. */
export function kindParametersOf(options: KindOptions): KindParameters {
  const parameters = Object.entries(options).map(([member, option]) => parametersOf(member, option))
  return Object.fromEntries(parameters.flatMap((each) => Object.entries(each)))
}

/** Returns the parameters of several kinds, each with a description that names its kinds. */
export function parametersOfKinds(kinds: readonly { title: string; options: KindOptions }[]): KindParameters {
  const found: KindParameters = {}
  for (const { title, options } of kinds) {
    for (const [name, parameter] of Object.entries(kindParametersOf(options))) {
      const others = found[name] === undefined ? '' : `${found[name].description}; `
      found[name] = { ...parameter, description: `${others}${title}: ${parameter.description}` }
    }
  }
  return found
}

/** Returns the options that set a member: `--url`, or `--url` and `--url-file`. */
export function namesOf(options: KindOptions, member: string): string[] {
  const option = options[member]
  if (option === undefined) return [optionNamed(member)]
  return Object.values(parametersOf(member, option)).flatMap(({ flags }) => flags.split(' ', 1))
}

/** Names the parameter for a file with a secret. */
export function fileOf(member: string): string {
  return `${member}File`
}

function parametersOf(member: string, option: SettingOption | SecretOption): KindParameters {
  const { description } = option
  if (!('secret' in option)) {
    const { placeholder, isList, optionName } = option
    const flags = `${optionNamed(optionName ?? member)} ${placeholder}`
    const parameter = isList
      ? list(flags.replace(/>$/, '...>'), description, { schema: z.string() })
      : optional(flags, description)
    return { [member]: parameter }
  }
  const { text, file } = secretOptions(kebabCase(member), description)
  return option.secret === 'file'
    ? { [fileOf(member)]: { ...file, description: `a file with ${description}; - reads stdin` } }
    : { [member]: { ...text, isLines: option.isLines }, [fileOf(member)]: file }
}
