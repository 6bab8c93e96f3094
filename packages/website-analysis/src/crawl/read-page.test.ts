import { expect, test } from 'vitest'
import { readPage } from './read-page.ts'

const url = new URL('https://example.com/a/')
const read = (html: string) => readPage(html, url)
const textOf = (html: string) => read(html).blocks.map(({ text }) => text)

test('reads title, description, language, canonical address and links', () => {
  const page = read(`<html lang="de"><head><title> A &amp; B </title>
    <meta name="Description" content="What we do"><link rel="canonical" href="/canonical">
    <body><svg><title>Icon</title></svg><p>Text with a <a href="x.html">link</a></p><a href="mailto:a@b.c">mail</a>`)
  expect(page).toMatchObject({ title: 'A & B', description: 'What we do', language: 'de' })
  expect(page.canonical?.href).toBe('https://example.com/canonical')
  expect(page.links.map((link) => [link.url.href, link.text])).toEqual([
    ['https://example.com/a/x.html', 'link'],
  ])
})

test('resolves links against the base that the page names', () => {
  const { links } = read('<base href="https://example.com/deep/"><a href="x">x</a>')
  expect(links[0]?.url.href).toBe('https://example.com/deep/x')
})

test('leaves out menus, footers, banners, forms and scripts, and keeps what menus say as labels', () => {
  const page = read(`<body class="has-menu">
    <div class="cookie-banner">We use cookies</div>
    <header><nav><a href="/">Home</a></nav><h1>Headline</h1><a href="/demo">Book a demo</a></header>
    <div role="navigation"><a href="/x">Elsewhere</a></div>
    <main><p>Content <b>in</b> bold.</p><ul class="submenu"><li><a href="/y">Sub</a></li></ul>
      <ul><li><a href="/1">One</a></li></ul><form><label>Name</label><button>Send</button></form>
      <p hidden>Hidden</p><p style="display: none">Gone</p><script>var code</script><style>p {}</style></main>
    <aside>Aside</aside><footer>Imprint</footer>`)
  expect(page.blocks).toEqual([
    { kind: 'heading', level: 1, text: 'Headline' },
    { kind: 'text', text: 'Content in bold.' },
  ])
  expect(page.labels).toEqual(['Home', 'Book a demo', 'Elsewhere', 'Sub'])
})

test('reads a page all of which stands in an element that is named like a menu', () => {
  const text =
    'All of this page stands in one element whose class was chosen badly, and yet it is its content. '
  expect(textOf(`<div class="page-menu-wrapper"><p>${text.repeat(3)}</p></div>`)).toEqual([
    text.repeat(3).trim(),
  ])
})

test('reads the items of schema.org, also in a graph, and not those that are broken', () => {
  const { items } =
    read(`<script type="application/ld+json">{"@graph":[{"@type":"Product","name":"P"}]}</script>
    <script type="application/ld+json">{"@type": broken</script>
    <script type="application/ld+json">{"@type":"Thing","name":"a\\u0000b\\ud800 \\n c"}</script>`)
  expect(items).toEqual([
    { '@type': 'Product', name: 'P' },
    { '@type': 'Thing', name: 'ab c' },
  ])
})

test('keeps to its bounds, whatever it is given', () => {
  expect(textOf('<div>'.repeat(300_000)).join('').length).toBeLessThan(10)
  expect(textOf(`${'<a>'.repeat(150_000)}${'</b>'.repeat(150_000)}`).join('').length).toBeLessThan(10)
  expect(textOf(`<p>${'x'.repeat(2_000_000)}</p>`)).toEqual([])
  expect(textOf(`<p>${'<'.repeat(500_000)}`).join('').length).toBeLessThan(70_000)
  expect(read('<a href="/x">x</a>'.repeat(20_000)).links).toHaveLength(1_000)
  const many = textOf(Array.from({ length: 20_000 }, (_, index) => `<p>text ${index} of many</p>`).join(''))
  expect(many.join('').length).toBeLessThan(25_000)
  expect(textOf('')).toEqual([])
  expect(textOf('\0\u0001 <<<>>> &#xffffffff; </p></p>').join('')).not.toContain('\0')
})
