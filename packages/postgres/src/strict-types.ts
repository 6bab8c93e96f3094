import { types } from 'pg'

const moment = /^(\d{4,})(-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?([+-]\d\d)(:\d\d)?( BC)?$/
const local = /^\d{4,}-\d\d-\d\d( \d\d:\d\d:\d\d(\.\d{1,6})?)?( BC)?$/
const interval = /^((^| )[+-]?\d+ (years?|mons?|days?))*(( |^)[+-]?\d\d+:\d\d:\d\d(\.\d{1,6})?)?$/

const { builtins } = types
/** The forms in which PostgreSQL writes values under our settings; the driver reads others as null, or wrongly. */
const forms = new Map<number, RegExp>([
  [builtins.DATE, local],
  [builtins.TIMESTAMP, local],
  [builtins.INTERVAL, interval],
])
/** Arrays of them, which have no names. */
const arrays = new Map<number, number>([
  [1115, builtins.TIMESTAMP],
  [1182, builtins.DATE],
  [1185, builtins.TIMESTAMPTZ],
  [1187, builtins.INTERVAL],
])
const element = /"([^"]*)"|[^{},]+/g

/**
 * The driver's parsers, except that a moment or an interval that they could misread is an error. Otherwise, a key whose
 * end cannot be read would be one that never ends.
 */
export const strictTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown => {
    if (format === 'binary') return types.getTypeParser(oid, format)
    const ofElement = arrays.get(oid)
    return ofElement === undefined ? parserOf(oid) : (text: string) => readList(text, parserOf(ofElement))
  },
}

function parserOf(oid: number): (text: string) => unknown {
  if (oid === builtins.TIMESTAMPTZ) return readMoment
  const parse: (text: string) => unknown = types.getTypeParser(oid)
  const form = forms.get(oid)
  return form === undefined ? parse : (text) => parse(readable(text, form))
}

/** A moment is cut to milliseconds. Year 0 is 1 BC, whose 29 February the driver takes for 1 March. */
function readMoment(text: string): Date {
  const [, year = '', monthAndDay, time, fraction = '', hours, minutes = ':00', era] = moment.exec(text) ?? []
  const signed = era === undefined ? Number(year) : 1 - Number(year)
  const spelled =
    signed >= 0 && signed <= 9999
      ? String(signed).padStart(4, '0')
      : `${signed < 0 ? '-' : '+'}${String(Math.abs(signed)).padStart(6, '0')}`
  const date = new Date(`${spelled}${monthAndDay}T${time}${fraction.slice(0, 4)}${hours}${minutes}`)
  return Number.isNaN(date.getTime()) ? refuse(text) : date
}

function readList(text: string, parse: (text: string) => unknown): unknown[] {
  return Array.from(text.matchAll(element), ([plain, quoted]) =>
    plain === 'NULL' ? null : parse(quoted ?? plain),
  )
}

function readable(text: string, form: RegExp): string {
  return form.test(text) ? text : refuse(text)
}

function refuse(text: string): never {
  throw new TypeError(
    `PostgreSQL answered a moment or an interval as ${JSON.stringify(text)}, which cannot be read.`,
  )
}
