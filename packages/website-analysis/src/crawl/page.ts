export type Block = {
  kind: 'title' | 'heading' | 'item' | 'text'
  /** The level of a heading, 1 to 6. */
  level?: number
  text: string
}

export type Link = { url: URL; text: string }

/** The content of a page, without menus, footers, banners and scripts. */
export type Page = {
  url: URL
  /** As the page states it, such as `de` or `en-GB`. */
  language: string | undefined
  title: string
  description: string
  /** What the page declares as its keywords. */
  keywords: string
  blocks: Block[]
  links: Link[]
  /** The texts of links in menus and footers. */
  labels: string[]
  /** Items of schema.org, unchanged. */
  items: Record<string, unknown>[]
  canonical: URL | undefined
}
