const shortestSecret = 4
/** Zapier's are that short. */
const shortestToken = 5
const surelyToken = 16
/** Bounds the time for a text that nearly repeats a long secret. */
const longestPattern = 200
/** Each level of JSON in JSON doubles them. */
const mostBackslashes = 3

const entities: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }
const escapes: Record<string, string> = { '\n': 'n', '\r': 'r', '\t': 't' }

/**
 * Returns a function that hides secrets in a text of another side that we keep or show. It finds them as they are, as
 * JSON, a URL, a form or HTML writes them, and in base64; of a URL also what alone opens it, of a header its token.
 * Every text that another side may choose passes through it before it is cut.
 */
export function createRedaction(
  secrets: readonly string[],
  { mark = '[redacted]', users = [] }: { mark?: string; users?: readonly string[] } = {},
): (text: string) => string {
  const parts = secrets.flatMap(partsOf)
  // HTTP's basic authentication.
  const logins = users.flatMap((user) => secrets.map((secret) => `${user}:${secret}`))
  const plain = [...parts, ...logins].filter((part) => part.length >= shortestSecret)
  const patterns = [
    ...new Set([
      ...plain.flatMap(piecesOf).map(spellingsOf),
      ...plain
        .flatMap(encodingsOf)
        .flatMap(piecesOf)
        .map((text) => `${spellingsOf(text)}(?:=|%3[dD]){0,2}`),
    ]),
  ].toSorted((one, other) => other.length - one.length)
  if (patterns.length === 0) return (text) => text
  const hidden = new RegExp(patterns.join('|'), 'gu')
  return (text) => text.toWellFormed().replaceAll(hidden, () => mark)
}

/** Returns a pattern of a text as it is, and as JSON, a URL, a form or HTML writes it. */
export function spellingsOf(text: string): string {
  return Array.from(text.toWellFormed(), spellingsOfCharacter).join('')
}

/** Whether a part of a URL is long or mixed enough to be what alone opens it. */
export function isLikeToken(part: string): boolean {
  return part.length >= surelyToken || (part.length >= shortestToken && /\d/.test(part))
}

function spellingsOfCharacter(character: string): string {
  if (/^[0-9A-Za-z]$/.test(character)) return character
  const code = character.codePointAt(0) ?? 0
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  const bytes = [...new TextEncoder().encode(character)]
  const backslashes = (least: number) => `\\\\{${least},${mostBackslashes}}`
  const named = entities[character]
  const letter = escapes[character]
  const ways = [
    `${backslashes(0)}${RegExp.escape(character)}`,
    units.map((unit) => `${backslashes(1)}u${hexOf(unit, 4)}`).join(''),
    bytes.map((byte) => `%(?:25)?${hexOf(byte, 2)}`).join(''),
    `&#(?:0{0,4}${code}|[xX]0{0,4}${hexOf(code, 1)});`,
    ...(letter === undefined ? [] : [`${backslashes(1)}${letter}`]),
    ...(named === undefined ? [] : [`&${named};`]),
    ...(character === ' ' ? [RegExp.escape('+')] : []),
  ]
  return `(?:${ways.join('|')})`
}

function hexOf(value: number, digits: number): string {
  const hex = value.toString(16).padStart(digits, '0')
  return hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}

function piecesOf(text: string): string[] {
  const count = Math.ceil(text.length / longestPattern)
  const pieces = Array.from({ length: count }, (_, index) =>
    text.slice(index * longestPattern, (index + 1) * longestPattern),
  )
  return pieces.filter((piece) => piece.length >= shortestSecret)
}

/** With and without what ends base64; a reader of URLs has other characters. */
function encodingsOf(text: string): string[] {
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(text.toWellFormed()))).replace(
    /(?<!=)=+$/,
    '',
  )
  return [base64, base64.replaceAll('+', '-').replaceAll('/', '_')]
}

/** A secret may have several lines, be a header, or a URL. */
function partsOf(secret: string): string[] {
  const lines = secret.split(/\r?\n|\\n/)
  return [secret, ...lines, ...lines.flatMap(partsOfHeader), ...partsOfUrl(secret)]
}

function partsOfHeader(line: string): string[] {
  const value = /^[\w-]+:\s*(.*)$/.exec(line)?.[1]?.trim()
  if (value === undefined) return []
  const token = value.split(/\s+/).at(-1) ?? ''
  const decoded = /^basic\s/i.test(value) ? decodeBase64(token) : ''
  const words = isLikeToken(token) ? [token] : []
  return [value, ...words, decoded, decoded.slice(decoded.indexOf(':') + 1)]
}

function partsOfUrl(secret: string): string[] {
  const url = URL.parse(secret)
  if (url === null || !secret.includes('://')) return []
  const { username, password, pathname, search, searchParams } = url
  const login = password === '' ? [] : [password, decode(password), `${decode(username)}:${decode(password)}`]
  const values = [...searchParams.values()].filter((value) => value.length >= shortestToken)
  const segments = pathname.split('/').filter(isLikeToken)
  const paths = segments.length > 0 || pathname.split('/').length > 2 ? [pathname] : []
  return [
    ...login,
    ...values,
    ...segments,
    ...segments.map(decode),
    ...paths,
    ...(search === '' ? [] : [pathname + search]),
  ]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A text that is not percent-encoded is already decoded.
    return text
  }
}

function decodeBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)))
  } catch {
    // It is no base64, so nothing is inside.
    return ''
  }
}
