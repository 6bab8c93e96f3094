export type Block = {
  kind: 'title' | 'heading' | 'item' | 'text'
  /** Of a heading, 1 to 6. */
  level?: number
  text: string
}

export type Link = { url: URL; text: string }

/** What a page says, without menus, footers, banners and scripts. */
export type Page = {
  url: URL
  /** As the page gives it, such as `de` or `en-GB`. */
  language: string | undefined
  title: string
  description: string
  blocks: Block[]
  links: Link[]
  /** What the links in menus and footers say. */
  labels: string[]
  /** Items of schema.org, as they were given. */
  items: Record<string, unknown>[]
  canonical: URL | undefined
}
