/**
 * The canonical text of a row: what both sides of a comparison hash, each in its own SQL. PostgreSQL writes it from what
 * is stored, each kind of warehouse from its own table. Its parts, without anything between them:
 *
 * - `_version` in decimal and `;`, then `1` for a deleted row and `0` for any other
 * - for each column of the table but `org_id`, in their order: `~` where it is null, else
 *   - `text`, `enum`: its length in code points, `:`, and the text itself
 *   - `integer`: in decimal, and `;`
 *   - `float`: `-` below zero, then of the absolute value the whole part, `.`, the first 30 bits of the fraction as a
 *     decimal number, `.`, the next 30 likewise, and `;`. From 2^63 on it is `L;`. Only products by powers of two,
 *     differences and floors are taken, which every engine computes exactly, while no two print a double alike.
 *   - `boolean`: `1` or `0`
 *   - `instant`: milliseconds since 1970 in decimal, rounded down, and `;`
 *   - `texts`: how many there are, `:`, and as a `text` what they are joined by the character 31
 *   - `json`: as a `text` what PostgreSQL prints of a `jsonb`; JSON's own null counts as null
 *
 * Its hash is the MD5 of its UTF-8. What an engine does not keep is replaced first: see `WarehouseLosses`.
 */
export const canonicalRow = {
  nothing: '~',
  /** A code point. */
  joinsTexts: 31,
  /** What a fraction is multiplied by: 2^30. */
  fractionScale: 1_073_741_824,
  /** From here on floats are all alike: 2^63. */
  largeFloat: '9223372036854775808',
  large: 'L;',
  /** So many hexadecimal digits of the hash are summed in buckets, and so many are compared row by row. */
  summedDigits: 8,
  comparedDigits: 16,
} as const

/** What an engine does not keep as it is given: both sides of a comparison take it for what the engine makes of it. */
export type WarehouseLosses = {
  /** A list that is null is empty. */
  nullTexts?: 'empty'
  /** Instants before `from`, and those of `before` and after, are null; both are years. */
  instants?: { from: string; before: string }
  /**
   * JSON comes back in another spelling, and in another order of members. It is then compared by its words alone: all
   * that lies between spaces, backslashes and the characters `{}[],:"`, sorted by code point and joined by a space.
   */
  json?: 'respelled'
}

/** Between the words of JSON, beside the space and the backslash. */
export const jsonPunctuation = '{}[],:"'
