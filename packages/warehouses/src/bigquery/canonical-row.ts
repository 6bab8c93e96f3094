import {
  canonicalRow,
  jsonPunctuation,
  type WarehouseColumnType,
  type WarehouseTable,
} from '@signalpost/domain'
import { quote } from './quote.ts'

const { nothing, fractionScale, largeFloat, large } = canonicalRow

/** Returns the canonical text of a row as an expression of BigQuery. */
export function canonicalRowOf({ columns }: WarehouseTable): string {
  const cells = columns
    .filter(({ name }) => name !== 'org_id')
    .map(({ name, type }) => cellOf[type](quote(name)))
  const first = ['CAST(`_version` AS STRING)', `';'`, "IF(`_deleted`, '1', '0')"]
  return `CONCAT(\n    ${[...first, ...cells].join(',\n    ')}\n  )`
}

type Cell = (value: string) => string

const ended: Cell = (value) => `IFNULL(CAST(${value} AS STRING) || ';', '${nothing}')`

const measured: Cell = (value) => `CAST(LENGTH(${value}) AS STRING) || ':' || ${value}`

const text: Cell = (value) => `IFNULL(${measured(value)}, '${nothing}')`

const cellOf: Readonly<Record<WarehouseColumnType, Cell>> = {
  text,
  enum: text,
  integer: ended,
  float: (value) => {
    const size = `ABS(${value})`
    const scaled = `((${size} - FLOOR(${size})) * ${fractionScale})`
    const rest = `((${scaled} - FLOOR(${scaled})) * ${fractionScale})`
    const digits = [size, scaled, rest].map((part) => `CAST(CAST(FLOOR(${part}) AS INT64) AS STRING)`)
    const sized = `IF(${size} >= CAST('${largeFloat}' AS FLOAT64), '${large}', ${digits.join(" || '.' || ")} || ';')`
    return `IFNULL(IF(${value} < 0, '-', '') || ${sized}, '${nothing}')`
  },
  boolean: (value) => `CASE ${value} WHEN TRUE THEN '1' WHEN FALSE THEN '0' ELSE '${nothing}' END`,
  instant: (value) => ended(`UNIX_MICROS(${value})`),
  texts: (value) => {
    const texts = `ARRAY(SELECT ${measured('element')} FROM UNNEST(${value}) AS element WITH OFFSET AS place ORDER BY place)`
    return `CAST(ARRAY_LENGTH(${value}) AS STRING) || ':' || ARRAY_TO_STRING(${texts}, '')`
  },
  json: (value) => {
    // A closing bracket is literal when it comes first in the class.
    const word = String.raw`[^]${jsonPunctuation.replace(']', '')}\\ ]+`
    const words = `ARRAY(SELECT word FROM UNNEST(REGEXP_EXTRACT_ALL(TO_JSON_STRING(${value}), r'${word}')) AS word ORDER BY word)`
    return `IF(${value} IS NULL OR TO_JSON_STRING(${value}) = 'null', '${nothing}', ${text(`ARRAY_TO_STRING(${words}, ' ')`)})`
  },
}
