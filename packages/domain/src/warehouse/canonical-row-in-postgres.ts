import { canonicalRow, jsonPunctuation, type WarehouseLosses } from './canonical-row.ts'
import type { WarehouseColumnType, WarehouseTable } from './warehouse-table.ts'

const { nothing, fractionScale, largeFloat, large } = canonicalRow

/** Returns a column's value as SQL: text, bigint, double precision, boolean, timestamptz, or jsonb for lists and JSON. */
type ValueOf = (column: { name: string; type: WarehouseColumnType }) => string

/**
 * Returns the canonical text of a row as a PostgreSQL expression, for the product's database and for PostgreSQL
 * warehouses. `version` is an integer, `isDeleted` a boolean.
 */
export function canonicalRowInPostgres(
  { columns }: WarehouseTable,
  row: { version: string; isDeleted: string; valueOf: ValueOf },
  losses: WarehouseLosses = {},
): string {
  const cells = columns
    .filter(({ name }) => name !== 'org_id')
    .map((column) => cellOf[column.type](row.valueOf(column), losses))
  const first = `${row.version} || ';' || case when ${row.isDeleted} then '1' else '0' end`
  return `array_to_string(array[${[first, ...cells].join(', ')}], '')`
}

type Cell = (value: string, losses: WarehouseLosses) => string

const cellOf: Readonly<Record<WarehouseColumnType, Cell>> = {
  ...standardCells('double precision'),
  instant: (value, { instants }) => {
    // In whole numbers, because servers before 14 compute the epoch in doubles.
    const seconds = `extract(epoch from date_trunc('second', ${value}))::bigint`
    const rest = `extract(microseconds from ${value})::bigint % 1000000`
    const kept = instants?.precision === 'milliseconds' ? `${rest} / 1000 * 1000` : rest
    const micros = `(${seconds} * 1000000 + ${kept})`
    const isKept =
      instants === undefined
        ? `isfinite(${value})`
        : [
            `${value} >= '${instants.from}-01-01 00:00Z'`,
            ...(instants.before === undefined ? [] : [`${value} < '${instants.before}-01-01 00:00Z'`]),
          ].join(' and ')
    const other = instants === undefined ? `coalesce(${value}::text || ';', '${nothing}')` : `'${nothing}'`
    return `case when ${isKept} then ${micros} || ';' else ${other} end`
  },
  texts: (value, { nullTexts }) => {
    const texts = `array(select length(one) || ':' || one from jsonb_array_elements_text(${value}) as one)`
    const list = `jsonb_array_length(${value}) || ':' || array_to_string(${texts}, '', '${nothing}')`
    const other = nullTexts === 'empty' ? "'0:'" : `coalesce(${value}::text || ';', '${nothing}')`
    return `case jsonb_typeof(${value}) when 'array' then ${list} else ${other} end`
  },
  json: (value, { json }) => {
    const spelled = json === 'respelled' ? wordsOf('plain') : 'plain'
    return `coalesce((
      select length(spelled) || ':' || spelled
      from (select nullif(${value}::text, 'null') as plain) as printed, lateral (select ${spelled} as spelled) as respelled
      where plain is not null
    ), '${nothing}')`
  },
}

function wordsOf(json: string): string {
  // A closing bracket is literal at the beginning of a class.
  const punctuation = `]${jsonPunctuation.replace(']', '')}`
  return `(
    select coalesce(string_agg(word, ' ' order by word collate "C"), '')
    from regexp_split_to_table(${json}, '[${punctuation}\\\\ ]+') as word where word <> ''
  )`
}

/** The cells that engines write alike which follow the standard. `double` is what they call the type of a float. */
export function standardCells(double: string) {
  const text = (value: string) => `coalesce(length(${value}) || ':' || ${value}, '${nothing}')`
  return {
    text,
    enum: text,
    integer: (value: string) => `coalesce(${value} || ';', '${nothing}')`,
    float: (value: string) => {
      const size = `abs(${value})`
      const scaled = `((${size} - floor(${size})) * ${fractionScale}::${double})`
      const rest = `((${scaled} - floor(${scaled})) * ${fractionScale}::${double})`
      const digits = [size, scaled, rest].map((part) => `floor(${part})::bigint`).join(` || '.' || `)
      return `case when ${value} is null then '${nothing}' else
      case when ${value} < 0 then '-' else '' end ||
      case when ${size} >= ${largeFloat}::${double} then '${large}' else ${digits} || ';' end end`
    },
    boolean: (value: string) => `case ${value} when true then '1' when false then '0' else '${nothing}' end`,
  }
}
