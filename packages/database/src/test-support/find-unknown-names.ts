/** The words of SQL, its types and its functions without parentheses, that statements use. */
const sqlWords: ReadonlySet<string> = new Set(
  `all and any array as asc at atomic begin between bigint boolean both by bytea c case collate column commit concurrently
  conflict constraint cross current_date current_schema current_timestamp date day default delete desc distinct do double drop
  else end epoch escape except excluded exists extract false filter first float8 following for from full group having if ilike in index inner
  insert int integer interval into is isolation join json jsonb key lateral left level like limit local locked materialized
  matched merge microseconds no nothing not nowait null nulls of offset on only or order ordinality over overriding partition
  precision preceding range read real recursive repeatable returning right row rows select session set share skip smallint
  some space table text then time timestamp timestamptz to transaction trigger true union unique update using uuid value values
  view when where window with within without work write zone last year month hour minute second isfinite symmetric
  increment current unbounded infinity greatest least nullif coalesce unknown user`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

export type SchemaColumns = ReadonlyMap<string, ReadonlySet<string>>

const ignored = /--.*$|'(?:[^']|'')*'/gm
const tokenPattern = /"[^"]+"|[a-z_]\w*|::|\S/gi
const tableWords = new Set(['from', 'join', 'update', 'into', 'using'])
const wholePattern = /^(\( )?(select|with|insert|update|delete)\b/
/** A table whose name is not in the text. */
const madeElsewherePattern = /\b(from|join|lateral|update|into) \(? ?[$?]/
const systemColumns = new Set(['ctid', 'tableoid', 'xmin'])

/** Returns the tables and columns that `schema.sql` creates. */
export function readColumns(schema: string): SchemaColumns {
  const tables = schema.matchAll(/^create (?:unlogged )?table (\w+) \(\n(.*?)\n\)/gms)
  return new Map(
    Array.from(tables, ([, table = '', columns = '']) => [
      table,
      new Set(Array.from(columns.matchAll(/^ {2}(\w+) /gm), ([, name = '']) => name)),
    ]),
  )
}

/**
 * Returns the names in these texts of SQL, which are one file's, that are neither tables nor columns of the tables that
 * their text names, nor made by one of the texts. A part of a statement, which does not say all of its tables, may have
 * columns of the file's other tables; in a file that names no table, those of any.
 */
export function findUnknownNames(texts: readonly string[], schema: SchemaColumns): string[][] {
  const split = texts.map(tokensOf)
  const made = new Set(split.flatMap((tokens) => tokens.filter((_, at) => isMade(tokens, at, schema))))
  const inFile = split.flatMap((tokens) => tablesIn(tokens, schema))
  const ofFile = inFile.length > 0 ? inFile : [...schema.keys()]
  return split.map((tokens) => findIn(tokens, { made, ofFile, schema }))
}

function tablesIn(tokens: readonly string[], schema: SchemaColumns): string[] {
  return tokens.filter((token, at) => schema.has(token) && isTable(tokens, at))
}

/** Whether a table's name is where a table is, and not a column of the same name. A part may begin with one. */
function isTable(tokens: readonly string[], at: number): boolean {
  return at === 0 ? isName(tokens[1] ?? '') : tableWords.has(tokens[at - 1] ?? '')
}

function findIn(
  tokens: readonly string[],
  { made, ofFile, schema }: { made: ReadonlySet<string>; ofFile: readonly string[]; schema: SchemaColumns },
): string[] {
  const named = tablesIn(tokens, schema)
  const text = tokens.join(' ')
  const isPart = named.length === 0 || !wholePattern.test(text) || madeElsewherePattern.test(text)
  const columns = new Set((isPart ? ofFile : named).flatMap((table) => [...(schema.get(table) ?? [])]))
  const aliases = aliasesOf(tokens, schema)

  const isKnown = (token: string, at: number): boolean => {
    const table = insertedInto(tokens, at, schema)
    if (table !== undefined) return schema.get(table)?.has(token) ?? false
    if (tokens[at - 1] === '.') {
      const tablesMeant = aliases.get(tokens[at - 2] ?? '')
      if (systemColumns.has(token)) return true
      if (tablesMeant !== undefined) return tablesMeant.some((table) => schema.get(table)?.has(token))
    }
    return made.has(token) || columns.has(token) || schema.has(token) || systemColumns.has(token)
  }
  return tokens.filter(
    (token, at) =>
      /^[a-z_]\w*$/i.test(token) &&
      !sqlWords.has(token) &&
      !/^(::|collate|constraint)$/.test(tokens[at - 1] ?? '') &&
      !/^[(.]$/.test(tokens[at + 1] ?? '') &&
      !(tokens[at + 1] === '=' && tokens[at + 2] === '>') &&
      !isKnown(token, at),
  )
}

/** The tables that a name before a dot may mean. */
function aliasesOf(tokens: readonly string[], schema: SchemaColumns): Map<string, string[]> {
  const pairs = tokens.flatMap((table, at): [string, string][] => {
    if (!schema.has(table) || !(isTable(tokens, at) || tokens[at - 1] === ',')) return []
    const next = tokens[at + 1] === 'as' ? tokens[at + 2] : tokens[at + 1]
    return [[next !== undefined && isName(next) ? next : table, table]]
  })
  return new Map(
    [...Map.groupBy(pairs, ([alias]) => alias)].map(([alias, all]) => [alias, all.map(([, table]) => table)]),
  )
}

/** The table whose columns an insertion lists at this place. */
function insertedInto(tokens: readonly string[], at: number, schema: SchemaColumns): string | undefined {
  const open = tokens.lastIndexOf('(', at)
  if (tokens.slice(open, at).includes(')')) return
  const place = tokens[open - 2] === 'as' ? open - 3 : open - 1
  const table = tokens[place] ?? ''
  return tokens[place - 1] === 'into' && schema.has(table) ? table : undefined
}

/** Whether a text makes the name: an alias, a subquery's, or a column of one. */
function isMade(tokens: readonly string[], at: number, schema: SchemaColumns): boolean {
  const before = tokens[at - 1] ?? ''
  const after = tokens.slice(at + 1, at + 4).join(' ')
  if (!isName(tokens[at] ?? '')) return false
  if (/^(as|[)$])$/.test(before) || /^as (not )?(materialized )?\(/.test(after)) return true
  const beforeTable = tokens[at - 2] ?? 'from'
  if (isName(before) && (tableWords.has(beforeTable) || (beforeTable === ',' && schema.has(before))))
    return true
  return isInList(tokens, at)
}

/** Whether it is a column of a list after an alias: `as given(name text, at timestamptz)`. */
function isInList(tokens: readonly string[], at: number): boolean {
  const open = tokens.lastIndexOf('(', at)
  if (open < 2 || tokens.slice(open, at).includes(')') || !/^[(,]$/.test(tokens[at - 1] ?? '')) return false
  const isOfAlias = tokens[open - 2] === 'as'
  const isOfSubquery =
    /^(with|recursive|,)$/.test(tokens[open - 2] ?? '') && tokens[tokens.indexOf(')', at) + 1] === 'as'
  return isOfAlias || isOfSubquery
}

/** None of a statement about PostgreSQL's own tables or settings. */
function tokensOf(text: string): string[] {
  if (/\b(from|join) pg_|^\s*set /.test(text)) return []
  return text.replaceAll(ignored, ' ').match(tokenPattern)?.map(plain) ?? []
}

function isName(token: string): boolean {
  return /^[a-z_]\w*$/i.test(token) && !sqlWords.has(token)
}

function plain(token: string): string {
  return token.startsWith('"') ? token.slice(1, -1) : token.toLowerCase()
}
