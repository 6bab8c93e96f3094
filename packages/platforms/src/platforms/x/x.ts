import { definePlatform } from '../../define-platform.ts'
import { isOn } from '../../feeds/feed-route.ts'
import { anyOf } from '../../query-parts.ts'
import { searchX } from './search-x.ts'
import { keyOf } from './x-posts.ts'

/** Adjacent words are all required; a minus before an operator excludes. At most 512 characters. */
export const x = definePlatform({
  platform: 'x',
  title: 'X',
  access: 'key',
  requirement:
    'The bearer token of an app, and a cap on what X may bill: `--bearer-token-file FILE --budget 1000/1d`. X bills each post and each author that is read, and the budget counts both.',
  documentation: 'https://docs.x.com/x-api/posts/search/introduction',
  secrets: [{ name: 'bearerToken', description: 'The bearer token of an app at X.' }],
  findAccount: (url) => {
    const account = /^\/(\w{1,15})\/?$/.exec(url.pathname)?.[1]
    return isOn(url, ['x.com', 'twitter.com']) ? account : undefined
  },
  queries: ({ subjects, intents, leaving, unwanted, language, account }) => {
    const filters = [
      `lang:${language}`,
      '-filter:replies',
      ...unwanted.slice(0, 2).map((word) => `-${word}`),
      ...(account === undefined ? [] : [`-from:${account}`]),
    ].join(' ')
    const groups = [subjects.slice(0, 4), subjects.slice(4, 8)].filter((group) => group.length > 0)
    return [
      ...groups.map((group) => `${anyOf(group)} ${anyOf(intents.slice(0, 4))} ${filters}`),
      ...(leaving.length === 0 ? [] : [`${anyOf(leaving.slice(0, 8), { maxLength: 250 })} ${filters}`]),
    ]
  },
  search: searchX,
  feed: { keyOf: keyOfLink },
})

function keyOfLink(url: URL): string | undefined {
  const id = /\/status(?:es)?\/(\d{1,19})(?:\/|$)/.exec(url.pathname)?.[1]
  return isOn(url, ['x.com', 'twitter.com']) && id !== undefined ? keyOf(id) : undefined
}
