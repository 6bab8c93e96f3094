import { join } from 'node:path'
import type { Page } from 'playwright-core'

const pictures = join(import.meta.dirname, '../../../../node_modules/.cache/pictures')

const minHeight = 100
/** More than a screen shows of any message, and what a browser draws in an instant. */
const maxHeight = 3_000

/**
 * Leaves a picture of the page in `node_modules/.cache/pictures`, for people to look at. Returns what a program
 * can see is wrong: a blank picture, and texts that are cut or that widen the page.
 */
export async function lookAt(page: Page, name: string): Promise<string[]> {
  const { width = 390 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width, height: minHeight })
  const length = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width, height: Math.min(length, maxHeight) })
  const picture = await page.screenshot({ path: join(pictures, `${name}.png`) })
  const colours = await countColours(page, picture)
  return [...(colours < 3 ? ['blank'] : []), ...(await page.evaluate<string[]>(cutTexts))]
}

async function countColours(page: Page, picture: Buffer): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const bytes = Uint8Array.fromBase64('${picture.toString('base64')}')
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const width = Math.min(bitmap.width, 400)
    const height = Math.min(bitmap.height, 800)
    const brush = new OffscreenCanvas(width, height).getContext('2d')
    brush.drawImage(bitmap, 0, 0)
    return new Set(new Uint32Array(brush.getImageData(0, 0, width, height).data.buffer)).size
  })()`)
}

/** Inline elements have no width of their own. */
const cutTexts = `[...document.querySelectorAll('*')].flatMap((element) =>
  element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
    ? ['cut: ' + element.outerHTML.slice(0, 120)]
    : [])`
