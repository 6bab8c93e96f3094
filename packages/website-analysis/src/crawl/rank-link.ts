import type { Link } from './page.ts'

/** How much the words of an address or a link say about what a company sells, and to whom. */
const words: readonly [RegExp, number][] = [
  [/product|produit|produkt|platform|software|feature|funktion|module|how-it-works|what-we-do/, 10],
  [/solution|l(?:oe|ö)sung|use-case|industr|branche|service|leistung|application|capabilit/, 9],
  [/alternative|compare|comparison|versus|\bvs\b|\bwhy\b/, 8],
  [/customer|client|kunden|case-stud|success|referen[cz]|stories|story|testimonial/, 7],
  [/pric(?:e|ing)|tarif|preise|precio|\bplans?\b/, 6],
  [/about|company|who-we-are|mission|ueber-uns|über-uns|a-propos|nosotros|unternehmen/, 5],
  [/integration|partner|location|area|region|standort/, 4],
  [/contact|kontakt|team|faq|guide|resource/, 1],
  [/blog|news|article|press|event|webinar/, -2],
  [/career|jobs?\b|karriere|vacanc|tag\/|category\/|author\/|archive/, -6],
  [/legal|privacy|datenschutz|terms|imprint|impressum|cookie|gdpr|disclaimer|accessib|licen[cs]e/, -20],
  [/log-?in|log-?out|sign-?(?:in|up|out)|register|account|cart|checkout|search|password|wp-admin|feed/, -30],
]

const language = /^\/[a-z]{2}(?:-[a-z]{2})?(?=\/|$)/i

/** Returns how much a page is worth reading; read greater ones sooner. */
export function rankLink({ url, text }: Link, home: URL): number {
  const path = url.pathname.toLowerCase()
  const said = `${decode(path)} ${text.toLowerCase().slice(0, 60)}`
  const scores = words.filter(([word]) => word.test(said)).map(([, score]) => score)
  const depth = path.split('/').filter((segment) => segment !== '').length
  const isForeign = language.exec(path)?.[0] !== language.exec(home.pathname.toLowerCase())?.[0]
  return (
    Math.max(0, ...scores) +
    Math.min(0, ...scores) -
    depth -
    (url.search === '' ? 0 : 5) -
    (isForeign ? 8 : 0)
  )
}

/**
 * Returns the shape of an address. Pages of one shape resemble each other, so a few of a calendar or an archive
 * suffice.
 */
export function shapeOf({ pathname, search }: URL): string {
  const segments = pathname
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '')
  if (/\d/.test(segments.at(-1) ?? '') || search !== '') {
    return `${segments.slice(0, -1).join('/').replaceAll(/\d+/g, '#')}/#${search === '' ? '' : '?'}`
  }
  return segments.slice(0, -1).join('/').replaceAll(/\d+/g, '#')
}

/** Whether a path repeats itself. Broken relative links create such paths, and they never end. */
export function isEndless({ pathname }: URL): boolean {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const counts = Map.groupBy(segments, (segment) => segment)
  return segments.length > 8 || [...counts.values()].some((same) => same.length > 2)
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
