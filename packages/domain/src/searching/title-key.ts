import { foldText } from '../alerts/keyword-index.ts'

const shortest = 20
const longest = 300
/** What sites append to the titles of their pages. */
const siteSuffix =
  /\s(?:[-–—|·:]\s+)(?:hacker news|reddit|r\/\w+|youtube|linkedin|indeed(?:\.com)?|g2|trustpilot|facebook|x|twitter|greenhouse|lever|ashby)\s*$/iu

/**
 * Returns a form that is equal for titles that differ in case, punctuation and the name of the site; undefined for
 * titles that are too short to tell posts apart. Equal keys are no proof: compare the texts too.
 */
export function titleKey(title: string): string | undefined {
  const key = foldText(title.slice(0, longest).toWellFormed().replace(siteSuffix, '').normalize('NFKC'))
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  return Array.from(key).length < shortest ? undefined : key
}
