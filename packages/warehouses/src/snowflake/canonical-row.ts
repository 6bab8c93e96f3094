import {
  canonicalRow,
  jsonPunctuation,
  type WarehouseColumnType,
  type WarehouseTable,
} from '@signalpost/domain'
import { quote } from './quote.ts'

const { nothing, fractionScale, largeFloat, large } = canonicalRow

/** Returns the canonical text of a row as an expression of Snowflake. */
export function canonicalRowOf({ columns }: WarehouseTable): string {
  const cells = columns
    .filter(({ name }) => name !== 'org_id')
    .map(({ name, type }) => cellOf[type](quote(name)))
  const parts = [`TO_VARCHAR("_VERSION")`, `';'`, `IFF("_DELETED", '1', '0')`, ...cells]
  return parts.join('\n    || ')
}

type Cell = (value: string) => string

const ended: Cell = (value) => `COALESCE(TO_VARCHAR(${value}) || ';', '${nothing}')`

const text: Cell = (value) => `COALESCE(TO_VARCHAR(LENGTH(${value})) || ':' || ${value}, '${nothing}')`

const cellOf: Readonly<Record<WarehouseColumnType, Cell>> = {
  text,
  enum: text,
  integer: ended,
  float: (value) => {
    const scale = `TO_DOUBLE('${fractionScale}')`
    const size = `ABS(${value})`
    const scaled = `((${size} - FLOOR(${size})) * ${scale})`
    const rest = `((${scaled} - FLOOR(${scaled})) * ${scale})`
    const digits = [size, scaled, rest].map((part) => `TO_VARCHAR(TO_NUMBER(FLOOR(${part}), 38, 0))`)
    return `COALESCE(IFF(${value} < 0, '-', '') || IFF(${size} >= TO_DOUBLE('${largeFloat}'), '${large}', ${digits.join(` || '.' || `)} || ';'), '${nothing}')`
  },
  boolean: (value) => `COALESCE(IFF(${value}, '1', IFF(NOT ${value}, '0', NULL)), '${nothing}')`,
  instant: (value) => ended(`DATE_PART('EPOCH_MICROSECOND', ${value})`),
  texts: (value) => {
    const texts = `TRANSFORM(${value}, one VARCHAR -> ${text('one')})`
    return `COALESCE(TO_VARCHAR(ARRAY_SIZE(${value})) || ':' || ARRAY_TO_STRING(${texts}, ''), '${nothing}')`
  },
  json: (value) => {
    const words = `STRTOK_TO_ARRAY(NULLIF(TO_JSON(${value}), 'null'), '${jsonPunctuation} \\\\')`
    return text(`ARRAY_TO_STRING(ARRAY_SORT(${words}), ' ')`)
  },
}
