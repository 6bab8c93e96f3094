import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toPlainLine, toPlainText } from './to-plain-text.ts'

/** What senders really sent, and what their readers see. */
const markup: [name: string, sent: string, shown: string][] = [
  ['a paragraph and an entity', '<p>We&#x27;re hiring</p>', "We're hiring"],
  [
    'Hacker News: paragraphs are never closed',
    'Kiwi | ONSITE | Brno &#x2F; Prague<p>We&#x27;re a travel agency.<p>Apply: <a href="https:&#x2F;&#x2F;www.kiwi.com&#x2F;jobs" rel="nofollow">https:&#x2F;&#x2F;www.kiwi.com&#x2F;jobs</a>',
    "Kiwi | ONSITE | Brno / Prague\n\nWe're a travel agency.\n\nApply: https://www.kiwi.com/jobs",
  ],
  [
    'Hacker News: code keeps its lines and indents',
    'Our wishlist:<p><pre><code>    -Spring framework\n    -JPA\n</code></pre>\nEnglish is accommodated',
    'Our wishlist:\n\n    -Spring framework\n    -JPA\n\nEnglish is accommodated',
  ],
  [
    'Greenhouse: escaped as a whole',
    '&lt;div class=&quot;content-intro&quot;&gt;&lt;p&gt;At Catawiki, every day&amp;nbsp;counts.&lt;/p&gt;\n&lt;ul&gt;\n&lt;li&gt;Taking ownership&lt;/li&gt;\n&lt;li&gt;R&amp;amp;D&lt;/li&gt;&lt;/ul&gt;',
    'At Catawiki, every day\u00a0counts.\n\n- Taking ownership\n\n- R&D',
  ],
  [
    'LinkedIn: spans, comments and members without a value',
    '<p>\n   <span class>I once spent hours</span><!----> <span class="italic">actually</span> coding</p><h3 data-test-id="x">Why?</h3>',
    'I once spent hours actually coding\n\nWhy?',
  ],
  ['Trustpilot: breaks', 'Slow.<br />Rude.<BR>Gone.', 'Slow.\nRude.\nGone.'],
  [
    'a link as its text and host',
    'See <a href="https://www.acme.example/a?b=1">our jobs</a>.',
    'See our jobs (acme.example).',
  ],
  ['a link without text', '<a href="https://acme.example/a"><img src="x.png"></a>', 'acme.example'],
  ['a link elsewhere', '<a href="mailto:jo@acme.example">Jo</a> and <a href="/a">us</a>', 'Jo and us'],
  ['a link that is not closed', 'Go <a href="https://acme.example">there', 'Go there (acme.example)'],
  ['an excerpt cut within a tag', 'Apply <a href="https:&#x2F;&#x2F;acme.exa', 'Apply '],
  ['an excerpt cut after a member', 'Apply <a href="https://acme.example" rel="nofollow"', 'Apply '],
  ['an excerpt cut within a closing tag', 'Apply <b>now</b', 'Apply now'],
  ['an excerpt cut within an entity', 'Let&#x2', 'Let'],
  ['a script', 'Hi<script async>alert("<p>")</script> there<style>p{}</style>', 'Hi there'],
  [
    'a table',
    '<table><tr><td>Seats</td><td>300</td></tr><tr><td>Term</td></tr></table>',
    'Seats 300\n\nTerm',
  ],
  ['tags that are not closed or nested', '<b>We <i>need</b> <p>help', 'We need\n\nhelp'],
  ['Reddit: an address', 'pjpg&amp;s=ddaac&amp;lt=1', 'pjpg&s=ddaac&lt=1'],
  ['what was escaped twice', 'Data &amp;amp; Insight, &amp;lt;T&amp;gt;', 'Data &amp; Insight, &lt;T&gt;'],
  ['markup that HTML speaks of', '<p>Use &lt;p&gt; here</p>', 'Use <p> here'],
  ['an escaped name', 'Write to jo &lt;at&gt; acme.example', 'Write to jo <at> acme.example'],
]

test.each(markup)('reads %s', (_, sent, shown) => {
  expect(toPlainText(sent)).toBe(shown)
})

/** Text that speaks of markup, or only looks like it. */
const plain: string[] = [
  'if price<budget we buy',
  'a < b and c > d',
  'a<b',
  'a<b && c>d',
  'if a<b and c>d then',
  'use <T> generics, Map<String, AdClick>',
  'jobs @ <company name>.ai, dan <dot> acme',
  '<!channel> <@U1> <#C1> <https://evil.example|Click>',
  'I <3 this, >>>> NYC <<<<---',
  'AT&T, R&D, P&L, Q&A &c',
  'https://acme.example/?a=1&lt=2&copy=3&reg=eu#x',
  'a `<select>` dropdown, a `<textarea>` and a <script> tag',
  'Rust: Option<&str>; C#: List<int>; <?php echo 1 ?>',
  '  two  spaces\n\n\nand\tlines  \n',
  'שלום & <עולם>',
  '&unknown; &; &#; &#xyz;',
]

test.each(plain)('keeps %j as it is', (text) => {
  expect(toPlainText(text)).toBe(text)
})

const pieces = fc.constantFrom(
  ...['<p>', '</p>', '<a href="https://a.example">', '</a>', '<br', '&lt;', '&#x27;', '&amp;', '<script>'],
  ...['</script>', '<T>', '<', '>', '"', '=', '\n', ' ', '<!--', '-->', 'word', '\ud800', '\u0000', '&#'],
)

describe('for any text', () => {
  test('never throws, and leaves text without markup alone', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 }))), (parts) => {
        const shown = toPlainText(parts.join(''))
        expect(toPlainLine(shown)).not.toMatch(/[\n\t]/)
        const bare = parts.join('').replaceAll(/[<&]/g, '')
        expect(toPlainText(bare)).toBe(bare)
      }),
    )
  })

  test('shows every word between tags', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1 }), (words) => {
        const sent = words.map((word, index) => (index % 2 === 0 ? `<p>${word}` : `<b>${word}</b>`)).join(' ')
        expect(toPlainLine(sent)).toBe(words.join(' '))
      }),
    )
  })
})
