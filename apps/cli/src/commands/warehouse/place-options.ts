import { resolve } from 'node:path'
import type { WarehouseSecrets } from '@signalpost/database/warehouses'
import type { WarehouseKind } from '@signalpost/warehouses'
import { UsageError } from '../../command/usage-error.ts'
import { optional, type Parameter } from '../../parameters/parameter.ts'
import { kebabCase, optionNamed, readMembers } from '../../parameters/read-members.ts'
import { readSecret, secretOptions } from '../../parameters/secret.ts'

type Option = WarehouseKind['options'][string]
type PlaceParameters = Record<string, Parameter<string | undefined>>
type Given = Readonly<Record<string, string | undefined>>

/** The parameters that ask for all members of a kind's settings and secrets. */
export function placeParametersOf({ options }: WarehouseKind): PlaceParameters {
  const parameters = Object.entries(options).map(([member, option]) => parametersOf(member, option))
  return Object.fromEntries(parameters.flatMap((each) => Object.entries(each)))
}

/** Settings and secrets as the kind takes them. Throws UsageError, which names the option and not what it got. */
export async function readPlace(
  kind: WarehouseKind,
  given: Given,
): Promise<{ settings: Record<string, unknown>; secrets: WarehouseSecrets }> {
  const settings: Record<string, string | undefined> = {}
  const secrets: Record<string, string | undefined> = {}
  for (const [member, option] of Object.entries(kind.options)) {
    const text = given[member]
    if ('secret' in option) {
      secrets[member] = await readSecret(kebabCase(member), { text, file: given[fileOf(member)] })
    } else {
      settings[member] = option.isPath && text !== undefined ? readPath(member, text) : text
    }
  }
  checkPresence(kind, { ...settings, ...secrets })
  return { settings: readSettings(kind, settings), secrets: readSecrets(kind, secrets) }
}

function readPath(member: string, text: string): string {
  // A path begins at the current directory, and a variable that is not set would mean that directory itself.
  if (text.trim() === '') throw new UsageError(`${optionNamed(member)}: it is empty`)
  return resolve(text)
}

function parametersOf(member: string, option: Option): PlaceParameters {
  const { description } = option
  if (!('secret' in option)) {
    return { [member]: optional(`${optionNamed(member)} ${option.placeholder}`, description) }
  }
  const { text, file } = secretOptions(kebabCase(member), description)
  return option.secret === 'file'
    ? { [fileOf(member)]: { ...file, description: `${description}, - for stdin` } }
    : { [member]: text, [fileOf(member)]: file }
}

/** The parameter for a file with a secret. */
function fileOf(member: string): string {
  return `${member}File`
}

/** Throws where a member is missing, or is given without the one that it goes with. */
function checkPresence({ settings, secrets, options }: WarehouseKind, given: Given): void {
  // What is missing where nothing is given is needed whatever is given.
  const issues = [settings, secrets].flatMap((schema) => schema.safeParse({}).error?.issues ?? [])
  const needed = new Set(issues.map(({ path: [member] }) => member))
  for (const [member, option] of Object.entries(options)) {
    const { goesWith } = option
    const isGiven = given[member] !== undefined
    const names = namesOf(member, option).join(' or ')
    if (!isGiven && needed.has(member)) throw new UsageError(`${names} is needed`)
    if (goesWith === undefined || isGiven === (given[goesWith] !== undefined)) continue
    throw new UsageError(`${names} ${isGiven ? 'goes only' : 'is needed'} with ${optionNamed(goesWith)}`)
  }
}

/** The options by which a member can be given: `--url` and `--url-file`. */
function namesOf(member: string, option: Option): string[] {
  return Object.values(parametersOf(member, option)).flatMap(({ flags }) => flags.split(' ', 1))
}

function readSettings({ settings, options }: WarehouseKind, given: Given): Record<string, unknown> {
  const read = readMembers(settings, given, namingOf(options))
  const open = Object.entries(read).find(([, value]) => URL.parse(String(value))?.password)
  if (open === undefined) return read
  throw new UsageError(`${optionNamed(open[0])}: expected a URL without user and password`)
}

function readSecrets({ secrets, options }: WarehouseKind, given: Given): WarehouseSecrets {
  const read = readMembers(secrets, given, namingOf(options))
  return Object.fromEntries(Object.entries(read).map(([member, text]) => [member, String(text)]))
}

function namingOf(options: WarehouseKind['options']) {
  const optionOf = (member: string) => {
    const option = options[member]
    return (option && namesOf(member, option)[0]) ?? optionNamed(member)
  }
  return { optionOf, members: Object.keys(options) }
}
