import { labelOfMember } from '@signalpost/domain/text'
import type { ReactNode } from 'react'
import { LinesField } from './check-field.tsx'
import { SelectField, TextField } from './field.tsx'
import { PickField } from './pick-field.tsx'

/** What a kind of channel or warehouse asks for, as the server declares it. */
export type KindOption = {
  member: string
  flag: string
  description: string
  placeholder: string
  suggestion: string | null
  isSecret: boolean
  isLong: boolean
  isList: boolean
  choices: readonly string[] | null
  inserts: readonly { text: string; title: string }[]
  isNeeded: boolean
  goesWith: string | null
  notWith: string | null
}

export type KindValues = Readonly<Record<string, string>>

/** A setting whose values a service lists. What it does not list may be typed. */
export type Offered = { member: string; items: readonly { value: string; title: string }[]; isWhole: boolean }

type Props = {
  options: readonly KindOption[]
  values: KindValues
  onChange: (values: KindValues) => void
  offered?: Offered | undefined
}

/** The fields of any kind. One that goes with another appears once that one is filled in. */
export function KindFields({ options, values, onChange, offered }: Props): ReactNode {
  return options
    .filter((option) => isAsked(option, values))
    .map((option) => {
      const { member, description, placeholder, isSecret, isLong, isList, choices, inserts } = option
      const { isNeeded, goesWith } = option
      const field = {
        label: labelOfMember(member),
        value: values[member] ?? '',
        onChange: (value: string) => onChange({ ...values, [member]: value }),
        required: isNeeded || goesWith !== null,
        hint: `${hintOf(description)}${isList ? ' One per line.' : ''}`,
        path: `${isSecret ? 'secrets' : 'settings'}.${member}`,
      }
      if (choices !== null && !isList) {
        const { required, ...select } = field
        const all = required ? 'Choose' : 'The default'
        return <SelectField key={member} {...select} all={all} choices={choices} />
      }
      if (choices !== null) {
        return (
          <PickField
            key={member}
            label={field.label}
            path={field.path}
            hint={hintOf(description)}
            values={field.value.split('\n').filter(Boolean)}
            onChange={(chosen) => field.onChange(chosen.join('\n'))}
            choices={choices.map((value) => ({ value, title: titleOf(value) }))}
            titleOf={titleOf}
          />
        )
      }
      if (member === offered?.member) {
        const more = offered.isWhole ? '' : ' The list is incomplete: paste the id of any other.'
        return (
          <PickField
            key={member}
            label={field.label}
            path={field.path}
            hint={`${field.hint}${more}`}
            placeholder={
              offered.items.length === 0 ? placeholderOf(placeholder) : 'Type to search, or paste an id'
            }
            values={field.value === '' ? [] : [field.value]}
            onChange={([chosen = '']) => field.onChange(chosen)}
            choices={offered.items}
            isSingle
            takesOthers
          />
        )
      }
      if (isLong || isList)
        return <LinesField key={member} {...field} rows={inserts.length > 0 ? 8 : 4} inserts={inserts} />
      return (
        <TextField
          key={member}
          {...field}
          placeholder={placeholderOf(placeholder)}
          type={isSecret ? 'password' : 'text'}
        />
      )
    })
}

/** What the fields hold, as the server takes it: settings and secrets apart, empty ones left out. */
export function inputOf(options: readonly KindOption[], values: KindValues) {
  const settings: Record<string, string | string[]> = {}
  const secrets: Record<string, string> = {}
  for (const option of options.filter((one) => isAsked(one, values))) {
    const value = values[option.member] ?? ''
    if (value === '') continue
    if (option.isSecret) secrets[option.member] = value
    else settings[option.member] = option.isList ? value.split('\n').filter(Boolean) : value
  }
  return { settings, secrets }
}

/** The options of the command that does the same. Secrets are read from files. */
export function flagsOf(
  options: readonly KindOption[],
  values: KindValues,
): Record<string, string | string[]> {
  const asked = options.filter((one) => isAsked(one, values))
  return Object.fromEntries(
    asked.flatMap(({ member, flag, isSecret, isList, isNeeded, goesWith }): [string, string | string[]][] => {
      if (isSecret) return isNeeded || goesWith !== null || values[member] ? [[flag, 'FILE']] : []
      const value = values[member] ?? ''
      if (value === '') return isNeeded ? [[flag, member.toUpperCase()]] : []
      return [[flag, isList ? value.split('\n') : value]]
    }),
  )
}

/** `id` for `<id>`. */
function placeholderOf(placeholder: string): string {
  return placeholder.replaceAll(/[<>]/g, '')
}

function titleOf(value: string): string {
  return value === '*' ? 'everything' : value
}

function isAsked({ goesWith }: KindOption, values: KindValues): boolean {
  return goesWith === null || (values[goesWith] ?? '') !== ''
}

/** A sentence, or the form of a URL as it is. */
function hintOf(description: string): string {
  if (description.includes('://')) return description
  return `${description.charAt(0).toUpperCase()}${description.slice(1)}.`
}
