import { isSecretName, mayNameSecret } from './is-secret-name.ts'

export const hidden = '[hidden]'

type Form = {
  /** A line without any of these cannot match. Searching for them is cheaper than matching the pattern. */
  hints: readonly string[]
  hide: (line: string) => string
}

/** Names that mean a secret in a URL's query, but not elsewhere. */
const secretParameters = new Set(['auth', 'key', 'sig'])

// Matches from a value to the end of its JSON string.
const rest = String.raw`(?:[^"\\]|\\.)*`

/** A pattern that could start over at every character has a length limit. */
const forms: readonly Form[] = [
  replacing(['://'], /:\/\/[^\s"/@]{1,500}@/g, `://${hidden}@`),
  // Passwords may contain slashes, except in web URLs and stack paths, where an @ often follows no user name.
  replacing(
    ['://'],
    /(?<![a-z0-9+.-])(?!https?:|file:)([a-z][a-z0-9+.-]{1,20}):\/\/[^\s"]{1,500}@/gi,
    `$1://${hidden}@`,
  ),
  replacing(
    ['hooks.slack'],
    /(\bhooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/)[^\s"'<>)\\]+/gi,
    `$1${hidden}`,
  ),
  replacing(['xox', 'xapp'], /\b(xox[a-z]|xapp)-[\w-]+/g, `$1-${hidden}`),
  replacing(
    ['spk_'],
    /\b(spk_(?:[a-z0-9]{2,4}_(?=[A-Za-z0-9]+_))?[A-Za-z0-9]+_)[A-Za-z0-9]+/g,
    `$1${hidden}`,
  ),
  replacing(['whsec_'], /\bwhsec_[A-Za-z0-9+/=_-]+/g, `whsec_${hidden}`),
  {
    hints: ['='],
    hide: (line) => line.replaceAll(/([?&]?)(?<![\w.-])([\w.-]{1,64})=[^&\s"'#\\]+/g, hideParameter),
  },
  { hints: [': '], hide: hideHeaders },
  // Values of rows and parameters, as PostgreSQL quotes them.
  quoting('Failing row contains', String.raw`Failing row contains \(`),
  quoting('Key', String.raw`\bKey \([^"\\=]{1,300}\)=\(`),
  quoting('line', String.raw`\bCOPY [^\s"\\]{1,130}, line \d{1,20}[:,]`),
  quoting('parameters', String.raw`\bparameters: \$1 = `),
]

const allHints = [...new Set(forms.flatMap(({ hints }) => hints))]

/**
 * Removes remaining secrets from a finished line, found by the name of their member or by their form. Prefers to hide
 * too much, and keeps JSON valid.
 */
export function redactText(line: string): string {
  // Most lines name no secret, and looking at each member takes 2 µs.
  const named = (mayNameSecret(line) ? hideMembers(line) : line).replaceAll(
    /\b(Bearer|Basic) [A-Za-z0-9._~+/=-]+/gi,
    `$1 ${hidden}`,
  )
  if (!allHints.some((hint) => named.includes(hint))) return named
  return forms.reduce(
    (text, { hints, hide }) => (hints.some((hint) => text.includes(hint)) ? hide(text) : text),
    named,
  )
}

function hideMembers(line: string): string {
  return line.replaceAll(/"([\w-]{3,100})":"(?:[^"\\]|\\.)*"/g, (member, name: string) =>
    isSecretName(name) ? `"${name}":"${hidden}"` : member,
  )
}

function replacing(hints: readonly string[], pattern: RegExp, replacement: string): Form {
  return { hints, hide: (line) => line.replaceAll(pattern, replacement) }
}

function quoting(hint: string, start: string): Form {
  return replacing([`${hint} `, `${hint}: `], new RegExp(start + rest, 'g'), `${hint} ${hidden}`)
}

function hideParameter(parameter: string, before: string, name: string): string {
  const isSecret = isSecretName(name) || (before !== '' && secretParameters.has(name.toLowerCase()))
  return isSecret ? `${before}${name}=${hidden}` : parameter
}

/** A header's value continues after a semicolon, and where several signatures follow each other. */
function hideHeaders(line: string): string {
  return line.replaceAll(
    /(?<![\w-])(\w{1,40}-[\w-]{1,60}): ?[^\s"\\]+(?:(?<=;) [^\s"\\]+| v\d\w?,[^\s"\\]+)*/g,
    (header, name: string) => (isSecretName(name) ? `${name}: ${hidden}` : header),
  )
}
