export { lookAt } from './look-at.ts'
export {
  findBarriers,
  findBarriersInBothSchemes,
  type Look,
  openBrowser,
  type Tab,
  type TestBrowser,
} from './open-browser.ts'
