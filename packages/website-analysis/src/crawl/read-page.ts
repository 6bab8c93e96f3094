import { Parser } from 'htmlparser2'
import type { Block, Page } from './page.ts'
import { findPageUrl } from './page-url.ts'
import { readItems } from './read-items.ts'
import { tidyText } from './tidy-text.ts'

/** The depth is checked between pieces, because closing an element searches all open ones. */
const pieceLength = 8_192
const deepest = 400
const mostText = 12_000
const mostLinks = 1_000
const mostTriedLinks = 5_000
const longestBase = 600
const mostLabels = 300
const mostItems = 100
const longestTitle = 300
const longestLabel = 60
const longestItems = 200_000
/** Applies to a title, before it is tidied. */
const longestText = 5_000
/** If skipping elements by class name leaves less than this of a page, it is read again without skipping. */
const fewLetters = 200

const blockElements = new Set(
  'address article aside blockquote body caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main nav ol p pre search section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const silentElements = new Set(
  'title script style noscript template svg math iframe object embed canvas audio video select option button textarea input label map dialog datalist output progress'.split(
    ' ',
  ),
)
const menuElements = new Set(['nav', 'footer', 'aside', 'menu', 'search'])
const menuRoles =
  /^(?:navigation|contentinfo|search|menu|menubar|toolbar|dialog|alertdialog|complementary|alert|tablist)$/
const menuNames =
  /(?:^|[-_])(?:nav|navbar|navigation|menu|submenu|breadcrumbs?|footer|sidebar|newsletter|popup|modal|offcanvas|social|share|skip|toc|pagination|pager)(?:[-_]|$)|cookie|consent|gdpr/i
const wholePage = new Set(['html', 'body', 'main', 'article'])

type Region = 'content' | 'header' | 'menu' | 'silent'
type Element = { name: string; region: Region }

/** Reads a page in one pass, whatever its HTML, up to a limited depth and length. */
export function readPage(html: string, url: URL): Page {
  const page = readBy(html, url, { byNames: true })
  if (lettersOf(page) >= fewLetters) return page
  const looser = readBy(html, url, { byNames: false })
  return lettersOf(looser) > lettersOf(page) * 2 ? looser : page
}

function lettersOf({ blocks }: Page): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0)
}

function readBy(html: string, url: URL, { byNames }: { byNames: boolean }): Page {
  const page: Page = {
    url,
    language: undefined,
    title: '',
    description: '',
    keywords: '',
    blocks: [],
    links: [],
    labels: [],
    items: [],
    canonical: undefined,
  }
  const open: Element[] = []
  const block = { name: 'body', region: 'content' as Region, text: '', linked: 0 }
  let base = url
  let link: { href: string; text: string; region: Region } | undefined
  let taken: 'title' | 'items' | undefined
  let items = ''
  let triedLinks = 0
  let letters = 0

  const region = (): Region => open.at(-1)?.region ?? 'content'

  const endBlock = (next: string): void => {
    const text = tidyText(block.text)
    const kept = text === '' ? undefined : blockOf(block.name, text)
    if (kept !== undefined && isContent(block, text) && letters < mostText) {
      page.blocks.push(kept)
      letters += text.length
    }
    Object.assign(block, { name: next, region: region(), text: '', linked: 0 })
  }

  const endLink = (): void => {
    if (link === undefined) return
    const text = tidyText(link.text)
    const isWanted = page.links.length < mostLinks && triedLinks < mostTriedLinks
    triedLinks += 1
    const target = isWanted ? findPageUrl(link.href, base) : undefined
    if (target !== undefined) page.links.push({ url: target, text: text.slice(0, 200) })
    const isLabel = (link.region === 'menu' || link.region === 'header') && page.labels.length < mostLabels
    if (isLabel && text !== '' && text.length <= longestLabel) page.labels.push(text)
    link = undefined
  }

  const readHead = (name: string, attributes: Record<string, string>): void => {
    const { rel = '', href, content = '' } = attributes
    const meta = (attributes.name ?? attributes.property ?? '').toLowerCase()
    if (name === 'html') page.language = attributes.lang
    else if (name === 'base' && href !== undefined && href.length <= longestBase)
      base = URL.parse(href, url.href) ?? base
    else if (name === 'link' && /\bcanonical\b/i.test(rel) && href !== undefined) {
      page.canonical = findPageUrl(href, base)
    } else if (name === 'meta' && (meta === 'description' || meta === 'og:description')) {
      page.description ||= tidyText(content).slice(0, 1_000)
    } else if (name === 'meta' && meta === 'keywords') page.keywords ||= tidyText(content).slice(0, 1_000)
    else if (name === 'meta' && meta === 'og:title') page.title ||= tidyText(content).slice(0, 300)
  }

  const parser = new Parser({
    onopentag: (name, attributes) => {
      readHead(name, attributes)
      if (name === 'title' && page.title === '' && !open.some((element) => element.name === 'svg'))
        taken = 'title'
      if (name === 'script' && /^application\/ld\+json/i.test(attributes.type ?? '')) taken = 'items'
      open.push({ name, region: regionOf(name, attributes, region(), byNames) })
      if (name === 'br') block.text += ' '
      if (blockElements.has(name)) endBlock(name)
      if (name === 'a' && attributes.href !== undefined) {
        endLink()
        link = { href: attributes.href, text: '', region: region() }
      }
    },
    ontext: (text) => {
      if (taken === 'title' && page.title.length < longestText) page.title += text
      else if (taken === 'items' && items.length < longestItems) items += text
      if (link !== undefined && region() !== 'silent' && link.text.length < 500) link.text += text
      if (region() === 'silent' || region() === 'menu' || block.text.length > mostText) return
      block.text += text
      if (link !== undefined) block.linked += text.trim().length
    },
    onclosetag: (name) => {
      if (name === 'a') endLink()
      if (name === 'title' && taken === 'title') page.title = tidyText(page.title).slice(0, longestTitle)
      if (taken === 'items' && name === 'script') {
        page.items.push(...readItems(items, { most: mostItems - page.items.length }))
        items = ''
      }
      if (name === 'title' || name === 'script') taken = undefined
      open.pop()
      if (blockElements.has(name))
        endBlock(open.findLast((element) => blockElements.has(element.name))?.name ?? 'body')
    },
  })
  for (let at = 0; at < html.length && open.length < deepest; at += pieceLength) {
    parser.write(html.slice(at, at + pieceLength))
  }
  parser.end()
  endLink()
  endBlock('body')
  return page
}

function regionOf(name: string, attributes: Record<string, string>, outer: Region, byNames: boolean): Region {
  if (outer === 'silent' || silentElements.has(name) || isHidden(attributes)) return 'silent'
  if (outer === 'menu' || isMenu(name, attributes, byNames)) return 'menu'
  // The header of an article is content; that of a page is usually a menu.
  if (/^(?:body|main|article|section)$/.test(name)) return 'content'
  return name === 'header' || attributes.role === 'banner' ? 'header' : outer
}

function isHidden({ hidden, style = '', ...attributes }: Record<string, string>): boolean {
  return (
    hidden !== undefined ||
    attributes['aria-hidden'] === 'true' ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)
  )
}

function isMenu(
  name: string,
  { role = '', class: names = '', id = '' }: Record<string, string>,
  byNames: boolean,
): boolean {
  if (menuElements.has(name) || menuRoles.test(role)) return true
  if (!byNames || wholePage.has(name)) return false
  return `${names} ${id}`.split(/\s+/).some((one) => menuNames.test(one))
}

/** A list of links is a menu anywhere. In a header, only text with few links counts. */
function isContent(block: { name: string; region: Region; linked: number }, text: string): boolean {
  if (block.region === 'menu' || block.region === 'silent') return false
  const linkedShare = block.linked / text.length
  if (block.region === 'header') return linkedShare < 0.3 && /^(?:h[1-6]|p)$/.test(block.name)
  return linkedShare < 0.6 || /^h[1-4]$/.test(block.name) || text.length > 200
}

function blockOf(name: string, text: string): Block {
  const level = /^h([1-6])$/.exec(name)?.[1]
  if (level !== undefined) return { kind: 'heading', level: Number(level), text: text.slice(0, 300) }
  return { kind: /^(?:li|dt|td|th)$/.test(name) ? 'item' : 'text', text }
}
