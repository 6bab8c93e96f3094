import { expect, test } from 'vitest'
import { readFeed } from './read-feed.ts'

const address = 'https://feeds.example/out/alerts.xml'

function firstOf(feed: string) {
  const [entry] = readFeed(feed, address) ?? []
  if (entry === undefined) throw new Error('the feed has no entry')
  return { ...entry, title: entry.title(), text: entry.text() }
}

const rss = (item: string, channel = '', attributes = ''): string =>
  `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom"${attributes}><channel>${channel}<item>${item}</item></channel></rss>`
const atom = (entry: string, { feed = '', own = '', links = '' } = {}): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom"${feed}>${links}<entry${own}>${entry}</entry></feed>`
const json = (item: object, feed: object = {}): string =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'A', ...feed, items: [item] })
const rdf = (item: string): string =>
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><link>https://a.example/b/</link></channel>${item}</rdf:RDF>`

const links: [string, string, string | undefined][] = [
  ['RSS', rss('<link> https://a.example/1 </link>'), 'https://a.example/1'],
  ['RSS, escaped', rss('<link>https://a.example/?a=1&amp;b=2</link>'), 'https://a.example/?a=1&b=2'],
  ['RSS, CDATA', rss('<link><![CDATA[https://a.example/?a=1&b=2]]></link>'), 'https://a.example/?a=1&b=2'],
  [
    'RSS, relative to the website',
    rss('<link>/1</link>', '<link>https://a.example/b</link>'),
    'https://a.example/1',
  ],
  ['RSS, relative to the feed', rss('<link>1</link>'), 'https://feeds.example/out/1'],
  ['RSS, xml:base', rss('<link>1</link>', '', ' xml:base="https://b.example/c/"'), 'https://b.example/c/1'],
  [
    'RSS, xml:base of the channel',
    rss('<link>1</link>').replace('<channel>', '<channel a="b" xml:base="https://b.example/c/?a=1&amp;b=2">'),
    'https://b.example/c/1',
  ],
  [
    'RSS, xml:base of the channel within that of the feed',
    rss('<link>1</link>', '', ' xml:base="https://b.example/c/"').replace(
      '<channel>',
      "<channel xml:base = 'd/'>",
    ),
    'https://b.example/c/d/1',
  ],
  [
    'RDF, xml:base',
    rdf('<item><link>1</link></item>').replace('<rdf:RDF ', '<rdf:RDF xml:base="https://b.example/c/" '),
    'https://b.example/c/1',
  ],
  ['RSS, guid', rss('<guid>https://a.example/1</guid>'), 'https://a.example/1'],
  [
    'RSS, guid that is one',
    rss('<guid isPermaLink="true">https://a.example/1</guid>'),
    'https://a.example/1',
  ],
  ['RSS, guid that is none', rss('<guid isPermaLink="false">https://a.example/1</guid>'), undefined],
  [
    'RSS, link of Atom',
    rss('<title>a</title><atom:link href="https://a.example/1"/>'),
    'https://a.example/1',
  ],
  ['RSS, none', rss('<title>a</title>'), undefined],
  ['Atom', atom('<link href="https://a.example/1"/>'), 'https://a.example/1'],
  [
    'Atom, alternate before others',
    atom('<link rel="self" href="https://a.example/2"/><link rel="alternate" href="https://a.example/1"/>'),
    'https://a.example/1',
  ],
  [
    'Atom, a page before JSON',
    atom(
      '<link type="application/json" href="https://a.example/2"/><link type="text/html" href="https://a.example/1"/>',
    ),
    'https://a.example/1',
  ],
  [
    'Atom, only what it is about',
    atom('<title>a</title><link rel="related" href="https://a.example/1"/>'),
    undefined,
  ],
  [
    'Atom, xml:base of the feed',
    atom('<link href="/posts/1"/>', { feed: ' xml:base="https://a.example/x/"' }),
    'https://a.example/posts/1',
  ],
  [
    'Atom, xml:base of the entry',
    atom('<link href="1"/>', { feed: ' xml:base="https://a.example/x/"', own: ' xml:base="posts/"' }),
    'https://a.example/x/posts/1',
  ],
  [
    'Atom, relative to the website',
    atom('<link href="/1"/>', { links: '<link href="https://a.example/"/>' }),
    'https://a.example/1',
  ],
  [
    'Atom, content elsewhere',
    atom('<content type="text/html" src="https://a.example/1"/>'),
    'https://a.example/1',
  ],
  ['Atom, id', atom('<id>https://a.example/1</id>'), 'https://a.example/1'],
  ['Atom, id that is no address', atom('<id>urn:uuid:1225c695</id>'), undefined],
  ['JSON Feed', json({ id: '1', url: 'https://a.example/1' }), 'https://a.example/1'],
  [
    'JSON Feed, relative',
    json({ id: '1', url: '/1' }, { home_page_url: 'https://a.example/b' }),
    'https://a.example/1',
  ],
  ['JSON Feed, external', json({ id: '1', external_url: 'https://b.example/1' }), 'https://b.example/1'],
  [
    'RDF',
    rdf('<item rdf:about="https://a.example/1"><link>https://a.example/2</link></item>'),
    'https://a.example/2',
  ],
  ['RDF, about', rdf('<item rdf:about="/1"><title>a</title></item>'), 'https://a.example/1'],
]

test.each(links)('link of %s', (_, feed, link) => {
  expect(firstOf(feed).link).toBe(link)
})

const plain = 'if price<budget we buy'
const texts: [string, string, string][] = [
  ['RSS, escaped HTML', rss('<description>&lt;p&gt;A &amp;amp; B&lt;/p&gt;</description>'), 'A & B'],
  ['RSS, CDATA', rss('<description><![CDATA[<p>A &amp; B</p>]]></description>'), 'A & B'],
  ['RSS, HTML as it is', rss('<description>A<br>B<br/>C</description>'), 'A\n\nB\n\nC'],
  ['RSS, no element', rss(`<description>${plain.replace('<', '&lt;')}</description>`), plain],
  [
    'RSS, an address',
    rss('<description>&lt;me@a.example&gt; or &lt;https://a.example&gt;</description>'),
    '<me@a.example> or <https://a.example>',
  ],
  [
    'RSS, the whole before a summary',
    rss('<description>a</description><content:encoded>b</content:encoded>'),
    'b',
  ],
  ['Atom, text', atom(`<content type="text">${plain.replace('<', '&lt;')}</content>`), plain],
  [
    'Atom, text with what looks like HTML',
    atom('<content>Use &lt;b&gt; &amp;amp; &lt;p&gt;</content>'),
    'Use <b> &amp; <p>',
  ],
  [
    'Atom, media type of text',
    atom(`<content type="text/plain">${plain.replace('<', '&lt;')}</content>`),
    plain,
  ],
  ['Atom, HTML', atom('<content type="html">&lt;p&gt;A &amp;amp; B&lt;/p&gt;</content>'), 'A & B'],
  [
    'Atom, XHTML',
    atom(
      '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <b>B</b> &amp; C</div></content>',
    ),
    'A B & C',
  ],
  ['Atom, summary', atom('<summary type="html">&lt;i&gt;A&lt;/i&gt;</summary>'), 'A'],
  ['JSON Feed, text', json({ id: '1', content_text: plain }), plain],
  ['JSON Feed, text that says &amp;', json({ id: '1', content_text: 'write &amp; <b>' }), 'write &amp; <b>'],
  ['JSON Feed, HTML', json({ id: '1', content_html: '<p>A &amp; B', content_text: 'b' }), 'A & B'],
  ['JSON Feed, summary', json({ id: '1', summary: plain }), plain],
]

test.each(texts)('text of %s', (_, feed, text) => {
  expect(firstOf(feed).text).toBe(text)
})

const titles: [string, string, string][] = [
  ['RSS', rss('<title>A &amp; B</title>'), 'A & B'],
  ['RSS, escaped twice', rss('<title>AT&amp;amp;T &amp;#8217;s</title>'), 'AT&T ’s'],
  ['RSS, HTML', rss('<title>&lt;b&gt;A&lt;/b&gt; B</title>'), 'A B'],
  ['RSS, plain', rss('<title>a &lt;b and price&lt;budget</title>'), 'a <b and price<budget'],
  ['RDF', rdf('<item><title>AT&amp;amp;T</title></item>'), 'AT&T'],
  ['Atom, text', atom('<title>AT&amp;amp;T &lt;b&gt;</title>'), 'AT&amp;T <b>'],
  ['Atom, HTML', atom('<title type="html">AT&amp;amp;T &lt;b&gt;s&lt;/b&gt;</title>'), 'AT&T s'],
  ['JSON Feed', json({ id: '1', title: 'A &amp; <b>' }), 'A &amp; <b>'],
]

test.each(titles)('title of %s', (_, feed, title) => {
  expect(firstOf(feed).title).toBe(title)
})
