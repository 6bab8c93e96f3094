import { createContext, useContext, useEffect } from 'react'
import type { Fault } from '../../api/api-error.ts'

type FormFaults = {
  faults: readonly Fault[]
  /** The members that fields of the form show. */
  claimed: ReadonlySet<string>
  claim: (path: string) => () => void
  /** Says that something was changed by other means than a field's own. */
  touch: () => void
  isHalfFilled: boolean
}

export const FormContext = createContext<FormFaults | undefined>(undefined)

/** What the server said of the member at `path`, and of what is in it, as sentences. A field that asks shows it. */
export function useFaults(path: string | undefined): string | undefined {
  const form = useContext(FormContext)
  const claim = form?.claim
  useEffect(() => (path === undefined ? undefined : claim?.(path)), [path, claim])
  if (form === undefined || path === undefined) return undefined
  const own = form.faults.filter(
    (fault) => isWithin(fault.path, path) && !isClaimedDeeper(form, fault.path, path),
  )
  const sentences = own.map((fault) => `${entryOf(fault.path, path)}${sentenceOf(fault.message)}`)
  return own.length === 0 ? undefined : [...new Set(sentences)].join(' ')
}

/** Which entry of a list is meant. */
function entryOf(path: string, of: string): string {
  const [, index] = /^\.(\d+)/.exec(path.slice(of.length)) ?? []
  return index === undefined ? '' : `Entry ${Number(index) + 1}: `
}

/** What the server says whatever is wrong with a document. */
export const unspecific = [
  'The request is invalid; detail says where.',
  'The settings or secrets are not valid.',
]

/** Why something was refused: the server's sentence, or where to read it. */
export function reasonOf(
  { message }: Error,
  { isListed, marked }: { isListed: boolean; marked: number },
): string {
  if (!unspecific.includes(message)) return message
  if (isListed) return 'This is not accepted:'
  return marked === 1 ? 'The marked field says why.' : 'The marked fields say why.'
}

/** What no field of the form shows. */
export function otherFaults(
  form: Pick<FormFaults, 'claimed'> | undefined,
  faults: readonly Fault[],
): readonly Fault[] {
  const claimed = [...(form?.claimed ?? [])]
  return faults.filter(({ path }) => !claimed.some((own) => isWithin(path, own)))
}

/** The groups of members that forms do not show as such. */
const unseen = ['definition', 'conditions', 'plan', 'profile', 'settings', 'secrets', '']

/** `Steps, 1, channel id` for `definition.steps.0.channelId`. */
export function wordsOfPath(path: string): string {
  const words = path
    .split('.')
    .filter((part) => !unseen.includes(part))
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : spaced(part)))
  return capital(words.join(', '))
}

/** A message of the server as a sentence for people: `expected an array of at least 1 item` speaks to programs. */
export function sentenceOf(message: string): string {
  const words = message
    .replace(/^is /, 'this is ')
    .replace(' of U+0021 to U+007E', ': letters, digits and signs without spaces')
    .replace(/\ban array\b/g, 'a list')
    .replace(/\ban object\b/g, 'a group of values')
  return `${capital(words)}${/[.!?…]$/.test(words) ? '' : '.'}`
}

function isWithin(path: string, of: string): boolean {
  return path === of || path.startsWith(`${of}.`)
}

function isClaimedDeeper({ claimed }: FormFaults, path: string, by: string): boolean {
  return [...claimed].some((other) => other.length > by.length && isWithin(path, other))
}

function spaced(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
