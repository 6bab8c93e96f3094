import type { Link } from './page.ts'

/** What the words of an address or a link are worth to whoever wants to know what a company sells, and to whom. */
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

/** The greater, the sooner a page is worth to be read. */
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

/** Pages of one shape are like each other: of a calendar or an archive, few say it all. */
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

/** Paths that repeat themselves come from links that were meant otherwise, and have no end. */
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
