import { composeText, findWords, foldCase } from '@signalpost/domain'

/** What a query asks of a text: one of each group, and none of `unwanted`. */
export type QueryTerms = { wanted: string[][]; unwanted: string[] }

type Token = { kind: 'phrase' | 'word' | 'open' | 'close' | 'or' | 'and'; text: string; isUnwanted: boolean }

const tokenPattern = /(-|\bNOT\s+)?(?:"([^"]*)"|([()])|([^\s()"]+))/g
const longestQuery = 2_000

/**
 * Reads quotes, parentheses with OR or |, AND, NOT and a minus. What begins with a field (`site:…`) is left out. With
 * `phrasesOnly`, words without quotes are left to the platform.
 */
export function readQuery(query: string, { phrasesOnly = false } = {}): QueryTerms {
  const terms: QueryTerms = { wanted: [], unwanted: [] }
  let group: string[] | undefined
  let isUnwantedGroup = false
  let isAlternative = false
  for (const token of tokensOf(query)) {
    if (token.kind === 'open') {
      group = []
      isUnwantedGroup = token.isUnwanted
    } else if (token.kind === 'close') {
      if (group !== undefined && group.length > 0) {
        if (isUnwantedGroup) terms.unwanted.push(...group)
        else terms.wanted.push(group)
      }
      group = undefined
    } else if (token.kind === 'or') isAlternative = true
    else if (token.kind !== 'and' && (token.kind === 'phrase' || !phrasesOnly || token.isUnwanted)) {
      const last = terms.wanted.at(-1)
      if (token.isUnwanted) terms.unwanted.push(token.text)
      else if (group !== undefined) group.push(token.text)
      else if (isAlternative && last !== undefined) last.push(token.text)
      else terms.wanted.push([token.text])
      isAlternative = false
    }
  }
  if (group !== undefined && group.length > 0 && !isUnwantedGroup) terms.wanted.push(group)
  return terms
}

/** Returns why a text does not match; undefined if it does. Compares whole words, without regard to case. */
export function reasonAgainst(text: string, { wanted, unwanted }: QueryTerms): string | undefined {
  const words = wordsOf(text)
  const says = (term: string): boolean => words.includes(wordsOf(term))
  const missing = wanted.find((group) => !group.some(says))
  if (missing !== undefined) return `it does not say ${missing.map((term) => `"${term}"`).join(' or ')}`
  const met = unwanted.find(says)
  return met === undefined ? undefined : `it says "${met}"`
}

/** Words with a space around each, so that a phrase is found by a plain search; as the judge finds keywords, also in the plural. */
function wordsOf(text: string): string {
  const words = findWords(foldCase(composeText(text, 'NFKC').replaceAll('’', "'")))
  return words.length === 0
    ? ''
    : ` ${words.map(({ text: word }) => word.replace(/(?<=\p{L}{3}[^\P{L}sui])s$/u, '')).join(' ')} `
}

function tokensOf(query: string): Token[] {
  return [...query.slice(0, longestQuery).matchAll(tokenPattern)].flatMap((match): Token[] => {
    const [, not, phrase, parenthesis, word = ''] = match
    const isUnwanted = not !== undefined
    if (parenthesis !== undefined)
      return [{ kind: parenthesis === '(' ? 'open' : 'close', text: '', isUnwanted }]
    if (phrase !== undefined)
      return isText(phrase) ? [{ kind: 'phrase', text: phrase.trim(), isUnwanted }] : []
    if (word === 'OR' || word === 'or' || word === '|') return [{ kind: 'or', text: '', isUnwanted: false }]
    if (word === 'AND') return [{ kind: 'and', text: '', isUnwanted: false }]
    const isField = /^[a-z_]+:/.test(word)
    return isField || !isText(word) ? [] : [{ kind: 'word', text: word, isUnwanted }]
  })
}

function isText(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}
