import { expect, test } from 'vitest'
import { findOpeningUrls, openUrls, sealUrls, showUrl, showUrls } from './secret-urls.ts'

const kind = {
  options: {
    url: { placeholder: '<url>', description: 'where to', isUrl: true },
    name: { placeholder: '<name>', description: 'what for' },
    key: { secret: 'text or file', description: 'what opens it' },
  },
} as const
const origin = 'https://hooks.example'

test.for([
  [`${origin}/hooks/catch/123456/abcdef/`, `${origin}/ [secret]`],
  [`${origin}/api/v1/notes`, `${origin}/api/v1/notes`],
  [`${origin}/a-very-long-word-in-it`, `${origin}/ [secret]`],
  [`${origin}/v1/spaces/AAA/messages?key=1&token=2`, `${origin}/ [secret]`],
  [`${origin}/#fragment`, `${origin}/ [secret]`],
  [`${origin}/hook`, `${origin}/hook`],
  [`${origin}/ [secret]`, `${origin}/ [secret]`],
  ['postgres://host/12345678', 'postgres://host/12345678'],
])('shows %s as %s', ([url = '', shown]) => {
  expect(showUrl(url)).toBe(shown)
})

test('seals a URL that opens its receiver, and opens it again', () => {
  const url = `${origin}/?key=1`
  const given = { settings: { url, name: 'x' }, secrets: { key: 'k' } }
  const sealed = sealUrls(kind, given)
  expect(sealed).toEqual({ settings: { url: `${origin}/ [secret]`, name: 'x' }, secrets: { key: 'k', url } })
  expect(openUrls(kind, sealed)).toEqual(given)
  expect(showUrls(kind, given.settings)).toEqual(sealed.settings)
  expect(findOpeningUrls(kind, given.settings)).toEqual([url])
})

test('leaves a URL that opens nothing, and no URL', () => {
  for (const settings of [{ url: `${origin}/hook` }, { name: 'x' }]) {
    const given = { settings, secrets: {} }
    expect(sealUrls(kind, given)).toEqual(given)
    expect(openUrls(kind, given)).toEqual(given)
    expect(showUrls(kind, settings)).toEqual(settings)
  }
})
