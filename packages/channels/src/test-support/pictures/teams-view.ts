import { createRequire } from 'node:module'
import { html } from '../../email/html.ts'
import { pageOf, type View } from './view.ts'

const renderer = createRequire(import.meta.url).resolve('adaptivecards/dist/adaptivecards.min.js')

// The colours and sizes that Microsoft publishes for Teams.
// https://github.com/microsoft/AdaptiveCards/tree/main/samples/HostConfig
const looks = {
  light: { page: '#ffffff', ink: '#252424', subtle: '#bf252424', attention: '#c4314b', warning: '#f8d22a' },
  dark: { page: '#2d2c2c', ink: '#ffffff', subtle: '#bfffffff', attention: '#d74654', warning: '#f8d22a' },
}

function hostConfigOf({ page, ink, subtle, attention, warning }: (typeof looks)['light']): object {
  return {
    spacing: { small: 8, default: 12, medium: 16, large: 20, extraLarge: 24, padding: 16 },
    separator: { lineThickness: 1, lineColor: '#EEEEEE' },
    fontFamily: "'Segoe UI', Tahoma, Geneva, Verdana, sans-serif",
    fontSizes: { small: 12, default: 14, medium: 14, large: 18, extraLarge: 24 },
    containerStyles: {
      default: {
        backgroundColor: page,
        foregroundColors: {
          default: { default: ink, subtle },
          attention: { default: attention, subtle: attention },
          warning: { default: warning, subtle: warning },
        },
      },
    },
    actions: { maxActions: 6, buttonSpacing: 8, actionsOrientation: 'horizontal', actionAlignment: 'left' },
  }
}

const style = `
:root { color-scheme: light dark }
body { margin: 0; background: ${looks.light.page}; overflow-wrap: anywhere }
.ac-pushButton { font: 600 14px 'Segoe UI', Tahoma, sans-serif; padding: 6px 16px; border: 1px solid #c8c6c4; border-radius: 3px; color: #252424; background: #fff; max-width: 100% }
.ac-actionSet { flex-wrap: wrap; row-gap: 8px }
.ac-pushButton { flex: none !important }
.ac-pushButton div { white-space: normal !important }
@media (prefers-color-scheme: dark) {
  body { background: ${looks.dark.page} }
  .ac-pushButton { color: #fff; background: #2d2c2c; border-color: #8a8886 }
}
`

/** Microsoft's own renderer of Adaptive Cards. It reports what it does not know. */
export const teamsView: View = {
  widths: [390],
  barriers: ['color-contrast'],
  show: async (page, sent) => {
    await page.setContent(pageOf('Teams', style, html`<div id="card"></div>`))
    await page.addScriptTag({ path: renderer })
    const configs = JSON.stringify({ light: hostConfigOf(looks.light), dark: hostConfigOf(looks.dark) })
    const faults = await page.evaluate<string[]>(`(() => {
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches
      const card = new AdaptiveCards.AdaptiveCard()
      card.hostConfig = new AdaptiveCards.HostConfig(${configs}[isDark ? 'dark' : 'light'])
      const reading = new AdaptiveCards.SerializationContext(AdaptiveCards.Versions.v1_4)
      card.parse(${JSON.stringify(sent)}, reading)
      document.querySelector('#card').append(card.render())
      // A button opens a link only when it is clicked.
      for (const action of card.getAllActions()) action.renderedElement.dataset.href = action.url
      return Array.from({ length: reading.eventCount }, (_, index) => reading.getEventAt(index).message)
    })()`)
    if (faults.length > 0) throw new Error(`Teams would not show all: ${faults.join(' ')}`)
  },
}
