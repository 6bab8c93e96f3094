import { types } from 'pg'

const instant = /^\d{4,}-\d\d-\d\d( \d\d:\d\d:\d\d(\.\d{1,6})?([+-]\d\d(:\d\d){0,2})?)?( BC)?$/
const interval = /^((^| )[+-]?\d+ (years?|mons?|days?))*(( |^)[+-]?\d\d+:\d\d:\d\d(\.\d{1,6})?)?$/

const { builtins } = types
/** The forms in which PostgreSQL writes values under our settings; the driver reads others as null, or wrongly. */
const forms = new Map<number, RegExp>([
  [builtins.DATE, instant],
  [builtins.TIMESTAMP, instant],
  [builtins.TIMESTAMPTZ, instant],
  [builtins.INTERVAL, interval],
])
/** Arrays of them, which have no names. */
const arrays = new Map<number, RegExp>([
  [1115, instant],
  [1182, instant],
  [1185, instant],
  [1187, interval],
])
const element = /"([^"]*)"|[^{},]+/g

/**
 * The driver's parsers, except that a moment or an interval that they could misread is an error. Otherwise, a key whose
 * end cannot be read would be one that never ends.
 */
export const strictTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown => {
    const parse: (text: string) => unknown = types.getTypeParser(oid, format ?? 'text')
    if (format === 'binary') return parse
    const form = forms.get(oid)
    if (form !== undefined) return (text: string) => parse(readable(text, form))
    const elementForm = arrays.get(oid)
    if (elementForm === undefined) return parse
    return (text: string) => {
      for (const [plain, quoted] of text.matchAll(element)) {
        if (plain !== 'NULL') readable(quoted ?? plain, elementForm)
      }
      return parse(text)
    }
  },
}

function readable(text: string, form: RegExp): string {
  if (form.test(text)) return text
  throw new TypeError(
    `PostgreSQL answered a moment or an interval as ${JSON.stringify(text)}, which cannot be read.`,
  )
}
