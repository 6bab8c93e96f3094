import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanStrangersText } from './clean-strangers-text.ts'
import { type QuotedText, quoteLine, quoteText, quoteUrl, strangersText } from './strangers-text.ts'

const clean: [name: string, sent: string, shown: string, hidden: number][] = [
  ['words as they are', 'Need a CRM & help, a < b, R&amp;D', 'Need a CRM & help, a < b, R&amp;D', 0],
  ['tags of Unicode', `Hi\u{e0049}\u{e0067}\u{e006e}`, 'Hi', 3],
  ['marks that change the direction', 'a\u202eb\u2066c\u200f', 'abc', 3],
  ['spaces without width', 'pass\u200bword\ufeff\u2060', 'password', 3],
  ['soft hyphens', 'ig\u00adnore', 'ignore', 1],
  ['controls, but not lines and tabs', 'a\u0000b\u001b[1m\tc\r\nd', 'ab[1m\tc\nd', 2],
  ['variation selectors without a base', `a\ufe01${'\u{e0101}'.repeat(3)}b\ufe0f`, 'ab', 5],
  ['a family of emoji', '👨‍👩‍👧 ❤️ 1️⃣', '👨‍👩‍👧 ❤️ 1️⃣', 0],
  ['joiners of Persian and Hindi', 'می‌خواهم क्‍ष', 'می‌خواهم क्‍ष', 0],
  ['joiners of Latin', 'a\u200db\u200cc', 'abc', 2],
  ['half a character', 'a\ud800b', 'a\ufffdb', 0],
  ['a link', 'See [our jobs](https://evil.example/?q=secret) now', 'See our jobs (evil.example) now', 0],
  ['a picture', 'x ![logo](https://evil.example/a.png?d=1) y', 'x logo y', 0],
  ['a picture in a link', '[![a](https://b.example/c)](https://d.example/e)', 'a (d.example)', 0],
  [
    'a link within a link',
    '[a [b](http://x.example/1)](http://y.example/2)',
    'a b (x.example) (y.example)',
    0,
  ],
  ['a link hidden by a character', '[a]\u200b(https://evil.example/)', 'a (evil.example)', 1],
  ['a link to a script', '[a](javascript:alert(1))', 'a', 0],
  ['the definition of a link', '[a]: https://evil.example/', '[a] : https://evil.example/', 0],
  ['an address in angles', '<https://evil.example/>', '‹https://evil.example/>', 0],
  ['an element', '<img src=https://evil.example/a>', '‹img src=https://evil.example/a>', 0],
  ['brackets that are no link', 'a [b] (c) ](d)', 'a [b] (c) ] (d)', 0],
]

test.each(clean)('cleans %s', (_, sent, text, hidden) => {
  expect(cleanStrangersText(sent)).toEqual({ text, hidden })
})

const pieces = fc.constantFrom(
  ...['[', ']', '(', ')', '![', '](', ']:', '<', '<a href=', 'http://e.example/', '\n', ' ', '\r', '\u2028'],
  ...[
    '\u200d',
    '\u200c',
    '\ufe0f',
    '\ufe0e',
    '\u{e0061}',
    '\u00ad',
    '\u202e',
    '👨',
    '👧',
    '🏽',
    '❤',
    '1',
    '#',
  ],
  ...['क', '्', 'م', 'ب', 'a', '\u0000', '\ud800', '\udc00', '&lt;', 'x'.repeat(600), '👨\u200d'.repeat(300)],
)
const texts = fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 40 })

describe('for any text', () => {
  test('cleaning twice equals cleaning once', () => {
    fc.assert(
      fc.property(texts, (parts) => {
        const once = cleanStrangersText(parts.join('')).text
        expect(cleanStrangersText(once)).toEqual({ text: once, hidden: 0 })
      }),
      { numRuns: 1_000 },
    )
  })

  test('nothing stays that opens, hides or runs past 500 characters', () => {
    fc.assert(
      fc.property(texts, (parts) => {
        const { text } = cleanStrangersText(parts.join(''))
        expect(text).not.toMatch(/\]\(|\]:|<[a-z/!?]/i)
        expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u00ad\u{e0000}-\u{e0fff}\0]/u)
        expect(text.isWellFormed()).toBe(true)
        for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(500)
      }),
      { numRuns: 1_000 },
    )
  })

  test('pages of a text are the whole text', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 50 }), (parts, most) => {
        const text = strangersText(parts.join(''))
        const whole = quoteText(text, { most: Number.POSITIVE_INFINITY })
        let read = ''
        for (let from = 0, cut = 1; cut > 0; from += most) {
          const page = quoteText(text, { most, from })
          read += page.text
          cut = page.cut
        }
        expect(read).toBe(whole.text)
      }),
    )
  })
})

test('quotes a line and says what is left out', () => {
  expect(quoteLine(strangersText('  A\n title\u200b of 3 '), { most: 7 })).toEqual({
    text: 'A title',
    cut: 5,
    hidden: 1,
  })
})

test.each([
  ['https://a.example/b?c=1', 'https://a.example/b?c=1'],
  ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
  ['javascript:alert(1)', undefined],
  [`https://a.example/${'x'.repeat(500)}`, undefined],
  ['no address', undefined],
])('quotes the address %j as %j', (given, shown) => {
  expect(quoteUrl(strangersText(given))).toBe(shown)
})

test("a stranger's text is no string for the compiler, and a string is no quote", () => {
  const text = strangersText('a')
  // @ts-expect-error Only quoting turns it into a string.
  const asString: string = text
  // @ts-expect-error A string was not cleaned.
  const asQuote: QuotedText = 'a'
  expect([asString, asQuote]).toEqual(['a', 'a'])
})
