import { type ReactNode, useId } from 'react'
import { TextField } from './field.tsx'

/** What a kind of channel or warehouse asks for, as the server declares it. */
export type KindOption = {
  member: string
  flag: string
  description: string
  placeholder: string
  isSecret: boolean
  isLong: boolean
  isList: boolean
  isNeeded: boolean
  goesWith: string | null
  notWith: string | null
}

export type KindValues = Readonly<Record<string, string>>

type Props = {
  options: readonly KindOption[]
  values: KindValues
  onChange: (values: KindValues) => void
  /** By member: what the server said of its value. */
  faults: KindValues
}

/** The fields of any kind. One that goes with another appears once that one is filled in. */
export function KindFields({ options, values, onChange, faults }: Props): ReactNode {
  return options
    .filter((option) => isAsked(option, values))
    .map((option) => {
      const { member, description, placeholder, isSecret, isLong, isList, isNeeded, goesWith } = option
      const fault = faults[member]
      const field = {
        label: labelOf(member),
        value: values[member] ?? '',
        onChange: (value: string) => onChange({ ...values, [member]: value }),
        required: isNeeded || goesWith !== null,
      }
      const hint = `${hintOf(description)}${isList ? ' One a line.' : ''}`
      return (
        <div key={member} className="stack-tight">
          {isLong || isList ? (
            <TextArea {...field} hint={hint} />
          ) : (
            <TextField
              {...field}
              hint={hint}
              placeholder={placeholder.replaceAll(/[<>]/g, '')}
              type={isSecret ? 'password' : 'text'}
            />
          )}
          {fault !== undefined && (
            <p className="error-text" role="alert">
              {fault}
            </p>
          )}
        </div>
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
export function flagsOf(options: readonly KindOption[], values: KindValues): Record<string, string> {
  const asked = options.filter((one) => isAsked(one, values))
  return Object.fromEntries(
    asked.flatMap(({ member, flag, isSecret, isNeeded, goesWith }) => {
      if (isSecret) return isNeeded || goesWith !== null || values[member] ? [[flag, 'FILE']] : []
      const value = values[member] ?? ''
      return value !== '' || isNeeded ? [[flag, value || member.toUpperCase()]] : []
    }),
  )
}

/** What the server said, by member, and the rest. */
export function faultsOf(faults: readonly { path: string; message: string }[]): KindValues {
  return Object.fromEntries(
    faults.map(({ path, message }) => [path.replace(/^(settings|secrets)\./, ''), capital(message)]),
  )
}

function isAsked({ goesWith }: KindOption, values: KindValues): boolean {
  return goesWith === null || (values[goesWith] ?? '') !== ''
}

function TextArea({
  label,
  value,
  onChange,
  hint,
  required,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  hint: string
  required: boolean
}): ReactNode {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={4}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        required={required}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-hint`}
      />
      <span id={`${id}-hint`} className="hint">
        {hint}
      </span>
    </div>
  )
}

/** `Access key` for `accessKey`. */
function labelOf(member: string): string {
  const words = member.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return capital(words.replace(/\burl\b/, 'URL'))
}

/** A sentence, or the form of a URL as it is. */
function hintOf(description: string): string {
  return description.includes('://') ? description : `${capital(description)}.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
