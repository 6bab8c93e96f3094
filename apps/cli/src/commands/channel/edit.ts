import { editChannelAct, getChannelLookup } from '@signalpost/administration/channel'
import { channels, findChannel } from '@signalpost/channels'
import { nameSchema, type SecretOption, type SettingOption, urlMembersOf } from '@signalpost/domain'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { readMemberSecret, toUsageError } from '../../parameters/kind-input.ts'
import { kindParametersOf } from '../../parameters/kind-parameters.ts'
import { optionNamed } from '../../parameters/option-name.ts'
import { list, optional, required } from '../../parameters/parameter.ts'
import { describeChannel } from './describe-channel.ts'

/** The secrets that a kind sends to a URL among its settings: another origin needs them again. */
const sentSecrets = secretsOfKinds()
/** The settings of all kinds, each with a description that names its kinds. */
const settingOptions = settingsOfKinds()

export const channelEdit = defineCommand({
  path: 'channel edit',
  summary: editChannelAct.summary,
  parameters: {
    channelId: required('<id>', 'the channel'),
    workspace: workspaceOfIdParameter,
    name: optional('--name <text>', 'the display name', nameSchema),
    ...kindParametersOf({ ...settingOptions, ...sentSecrets }),
    cleared: list('--clear <setting...>', `the settings to remove: ${optionsOf().join(', ')}`, {
      schema: z.enum(optionsOf()),
    }),
  },
  run: async ({ call }, { channelId, workspace, name, cleared, ...given }) => {
    const { orgId, kind: kindName } = await call(getChannelLookup, { channelId, orgId: workspace })
    const kind = findChannel(kindName)
    const settings: Record<string, string | string[] | null> = Object.fromEntries(
      cleared.map((option) => [memberOf(option), null]),
    )
    const secrets: Record<string, string> = {}
    for (const member of Object.keys(sentSecrets)) {
      const text = await readMemberSecret(member, given)
      if (text === undefined) continue
      if (kind?.options[member] === undefined) throw noSuchOption(optionNamed(member), kindName)
      secrets[member] = text
    }
    for (const [member, value] of Object.entries(given)) {
      if (
        settingOptions[member] === undefined ||
        value === undefined ||
        (Array.isArray(value) && value.length === 0)
      )
        continue
      if (kind?.options[member] === undefined) {
        throw noSuchOption(optionNamed(nameOf(member)), kindName)
      }
      settings[member] = value as string | string[] // the cast: options read texts and lists
    }
    if (name === undefined && Object.keys(settings).length === 0) {
      throw new UsageError('give --name or at least one setting')
    }
    const channel = await call(editChannelAct, { channelId, orgId, name, settings, secrets }).catch(
      (error: unknown) => {
        throw toUsageError({ ...settingOptions, ...sentSecrets }, error)
      },
    )
    return { json: channel, text: describeChannel(channel) }
  },
})

function settingsOfKinds(): Record<string, SettingOption> {
  const found: Record<string, SettingOption> = {}
  for (const { title, options } of channels) {
    for (const [member, option] of Object.entries<SettingOption | SecretOption>(options)) {
      if ('secret' in option) continue
      const others = found[member] === undefined ? '' : `${found[member].description}; `
      found[member] = { ...option, description: `${others}${title}: ${option.description}` }
    }
  }
  return found
}

function secretsOfKinds(): Record<string, SecretOption> {
  const sending = channels.filter((kind) => urlMembersOf(kind).length > 0)
  const options = sending.flatMap(({ options: own }) => Object.entries<SettingOption | SecretOption>(own))
  return Object.fromEntries(
    options.flatMap(([member, option]) =>
      'secret' in option && option.generate === undefined ? [[member, option]] : [],
    ),
  )
}

function noSuchOption(name: string, kind: string): UsageError {
  return new UsageError(`${name}: a channel of the kind ${kind} has none`)
}

function nameOf(member: string): string {
  return settingOptions[member]?.optionName ?? member
}

function optionsOf(): string[] {
  return Object.keys(settingOptions).map((member) => optionNamed(nameOf(member)).slice(2))
}

function memberOf(option: string): string {
  const member = Object.keys(settingOptions).find((one) => optionNamed(nameOf(one)) === `--${option}`)
  // The schema of the option accepts no other name.
  if (member === undefined) throw new Error(`There is no setting ${option}.`)
  return member
}
