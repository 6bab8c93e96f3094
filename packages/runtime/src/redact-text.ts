import { isSecretName } from './is-secret-name.ts'

export const hidden = '[hidden]'

type Form = {
  /** Without one of these a line holds no such secret. Looking for them is cheaper than matching the pattern. */
  hints: readonly string[]
  hide: (line: string) => string
}

/** Names of parameters in a URL that hold a secret there, and nothing secret elsewhere. */
const secretParameters = new Set(['auth', 'key', 'sig'])

// What follows a value up to the end of a string in JSON.
const rest = String.raw`(?:[^"\\]|\\.)*`

/** Each pattern has a bound where it could start again at every character. */
const forms: readonly Form[] = [
  replacing(['://'], /:\/\/[^\s"/@]{1,500}@/g, `://${hidden}@`),
  // Passwords may hold slashes, save in URLs of the web and paths of stacks, where an @ often names no user.
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
  replacing(['spk_'], /\b(spk_[A-Za-z0-9]+_)[A-Za-z0-9]+/g, `$1${hidden}`),
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

/**
 * Takes out of a finished line what is still secret in it, by the name of its member or by its own form. Hides rather
 * too much than too little, and leaves JSON whole.
 */
export function redactText(line: string): string {
  const named = line
    .replaceAll(/"([\w-]{3,100})":"(?:[^"\\]|\\.)*"/g, (member, name: string) =>
      isSecretName(name) ? `"${name}":"${hidden}"` : member,
    )
    .replaceAll(/\b(Bearer|Basic) [A-Za-z0-9._~+/=-]+/gi, `$1 ${hidden}`)
  return forms.reduce(
    (text, { hints, hide }) => (hints.some((hint) => text.includes(hint)) ? hide(text) : text),
    named,
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

/** A header's value goes on after a semicolon, and where several signatures follow each other. */
function hideHeaders(line: string): string {
  return line.replaceAll(
    /(?<![\w-])(\w{1,40}-[\w-]{1,60}): ?[^\s"\\]+(?:(?<=;) [^\s"\\]+| v\d\w?,[^\s"\\]+)*/g,
    (header, name: string) => (isSecretName(name) ? `${name}: ${hidden}` : header),
  )
}
