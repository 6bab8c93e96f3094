/** A text of any length: `before`, a repeated piece, `after`. */
export type TextShape = { before: string; piece: string; after: string }

/** What no expression expects, and what most stop at. */
const generalPieces = [
  ' ',
  '\n',
  'a',
  'A',
  '1',
  '.',
  '-',
  '/',
  ',',
  '"',
  '<',
  '&',
  'é',
  'a ',
  'Aa ',
  'a.',
  'a-',
  'a/',
  '<a ',
]
/** Ends at which a match that came this far fails. */
const ends = ['', '\u0001', 'x', ' x']

/**
 * Returns texts on which an expression is slow if it can be: each piece of it is repeated, alone and with its neighbour,
 * at the beginning and behind a text that matches what comes before.
 */
export function worstTexts(source: string): TextShape[] {
  const pieces = piecesOf(source)
  const shapes = new Map<string, TextShape>()
  const add = (before: string, piece: string): void => {
    if (piece === '') return
    for (const after of ends) shapes.set(JSON.stringify([before, piece, after]), { before, piece, after })
  }
  for (const piece of generalPieces) add('', piece)
  for (const [at, piece] of pieces.entries()) {
    const before = pieces.slice(0, at).join('')
    for (const repeated of [piece, `${piece}${pieces[at + 1] ?? ''}`, `${pieces[at - 1] ?? ''}${piece}`]) {
      add('', repeated)
      add(before, repeated)
    }
    add('', `${before}${piece}`)
  }
  return [...shapes.values()]
}

/** Returns texts that are made of what no code expects. */
export function generalTexts(): TextShape[] {
  const pieces = [
    ...generalPieces,
    '!',
    '?',
    '“',
    '[',
    '{{',
    '\\',
    '\t',
    '\r\n',
    '\u0301\u0316',
    '\ud800a',
    '👩‍',
    'Σ.',
    '&#',
    '%41',
    'https://a.b/@',
  ]
  return pieces.flatMap((piece) => ends.map((after) => ({ before: '', piece, after })))
}

export function textOf({ before, piece, after }: TextShape, length: number): string {
  return `${before}${piece.repeat(Math.ceil(length / piece.length))}${after}`
}

const classes: Record<string, string> = {
  s: ' ',
  S: 'a',
  d: '1',
  D: 'a',
  w: 'a',
  W: ' ',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  f: '\f',
  0: '\0',
  b: '',
  B: '',
}
const properties: Record<string, string> = {
  Lu: 'A',
  Ll: 'a',
  L: 'a',
  N: '1',
  Nd: '1',
  P: '.',
  Z: ' ',
  S: '+',
  Cc: '\u0001',
  Cs: 'a',
  M: '\u0301',
}

/** Returns a text for each part of an expression, in its order; quantifiers and groups have none. */
function piecesOf(source: string): string[] {
  const pieces: string[] = []
  let word = ''
  const close = (): void => {
    if (word !== '') pieces.push(word)
    word = ''
  }
  for (let at = 0; at < source.length; ) {
    const group = /^\(\?(?:[:=!]|<[=!]|<\w+>)/.exec(source.slice(at, at + 40))?.[0]
    const quantifier = /^(?:[*+?]|\{\d*,?\d*\})\??/.exec(source.slice(at, at + 12))?.[0]
    const letter = source[at] ?? ''
    if (letter === '[') {
      close()
      const end = classEnd(source, at)
      pieces.push(...membersOf(source.slice(at + 1, end)))
      at = end + 1
    } else if (group !== undefined || quantifier !== undefined) {
      // A quantifier belongs to the last letter alone.
      if (quantifier !== undefined && word.length > 1) {
        const last = word.at(-1) ?? ''
        word = word.slice(0, -1)
        close()
        word = last
      }
      close()
      at += (group ?? quantifier ?? '').length
    } else if ('()|^$'.includes(letter)) {
      close()
      at += 1
    } else {
      const [text, length] = letterAt(source, at)
      word += text
      at += length
    }
  }
  close()
  return pieces
}

function letterAt(source: string, at: number): [text: string, length: number] {
  const letter = source[at] ?? ''
  if (letter === '.') return ['a', 1]
  if (letter !== '\\') return [letter, 1]
  const escaped =
    /^\\(?:p\{\^?([^}]*)\}|P\{[^}]*\}|u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2})|(.))/isu.exec(
      source.slice(at, at + 40),
    )
  const [all = letter, property, braced, four, two, one = ''] = escaped ?? []
  const code = braced ?? four ?? two
  if (code !== undefined) return [String.fromCodePoint(Number.parseInt(code, 16)), all.length]
  if (all.startsWith('\\p'))
    return [properties[property ?? ''] ?? properties[property?.charAt(0) ?? ''] ?? 'a', all.length]
  if (all.startsWith('\\P')) return [' ', all.length]
  return [classes[one] ?? one, all.length]
}

function classEnd(source: string, at: number): number {
  for (let end = at + 1; end < source.length; end += 1) {
    if (source[end] === '\\') end += 1
    else if (source[end] === ']') return end
  }
  return source.length
}

/** Returns the first members of a class; of one that excludes, a letter that it includes. */
function membersOf(members: string): string[] {
  if (members.startsWith('^')) return ['a', ' ', '.'].filter((one) => !members.includes(one))
  const found: string[] = []
  for (let at = 0; at < members.length; ) {
    const [text, length] = letterAt(members, at)
    if (text !== '-' || at === 0) found.push(text)
    at += length
  }
  return [...new Set(found)].slice(0, 6)
}
