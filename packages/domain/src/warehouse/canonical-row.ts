/**
 * The canonical text of a row. Both sides of a comparison hash it, each in its own SQL: PostgreSQL makes it from what is
 * stored, each kind of warehouse from its own table. Its parts, without separators:
 *
 * - `_version` in decimal and `;`, then `1` for a deleted row and `0` for any other
 * - for each column of the table except `org_id`, in order: `~` if it is null, else
 *   - `text`, `enum`: its length in code points, `:`, and the text itself
 *   - `integer`: in decimal, and `;`
 *   - `float`: `-` below zero, then the whole part of the absolute value, `.`, the first 30 bits of the fraction as a
 *     decimal number, `.`, the next 30 likewise, and `;`. From 2^63 on it is `L;`. This needs only products by powers of
 *     two, differences and floors, which every engine computes exactly; no two engines print a double alike.
 *   - `boolean`: `1` or `0`
 *   - `instant`: microseconds since 1970 in decimal, and `;`
 *   - `texts`: their number, `:`, and each as a `text`
 *   - `json`: the text that PostgreSQL prints for a `jsonb`, as a `text`; the JSON null counts as null
 *
 * Its hash is the MD5 of its UTF-8. Values that an engine does not keep are replaced first: see `WarehouseLosses`.
 */
export const canonicalRow = {
  nothing: '~',
  /** The factor of a fraction: 2^30. */
  fractionScale: 1_073_741_824,
  /** From 2^63 on, all floats have one text. */
  largeFloat: '9223372036854775808',
  large: 'L;',
  /** How many hexadecimal digits of the hash are summed in buckets, and how many are compared row by row. */
  summedDigits: 8,
  comparedDigits: 16,
} as const

/** What an engine does not keep as given. Both sides of a comparison use what the engine keeps instead. */
export type WarehouseLosses = {
  /** A null list becomes an empty one. */
  nullTexts?: 'empty'
  /** Instants before the year `from`, or in or after the year `before`, become null. Some engines keep milliseconds alone. */
  instants?: { from: string; before?: string; precision?: 'milliseconds' }
  /**
   * The engine changes the spelling of JSON and the order of its members. Then only its words are compared: everything
   * between spaces, backslashes and the characters `{}[],:"`, sorted by code point and joined by a space.
   */
  json?: 'respelled'
}

/** The characters between the words of JSON, besides the space and the backslash. */
export const jsonPunctuation = '{}[],:"'
