/** Whether a text has no markup, address or line break, which limits what injected instructions can do. */
export function isHarmless(text: string): boolean {
  return !/[\p{Cc}<>{}\\`]|:\/\/|www\./u.test(text) && text.isWellFormed()
}
