/** Whether a form here would lose what was typed. */
export function isHalfFilled(place: ParentNode = document): boolean {
  return place.querySelector('form[data-half-filled]') !== null
}

/** Whether a form here has what was typed, or sends it. */
export function holdsInput(): boolean {
  return isHalfFilled() || document.querySelector('form[data-sending]') !== null
}

/** Asks before a half-filled form is left. */
export function mayLeave(place: ParentNode = document): boolean {
  return !isHalfFilled(place) || confirm('Leave the form? Your changes are not saved.')
}

/** Calls back whenever a form may have become half-filled, or no longer is, or sends what it holds. */
export function watchHalfFilled(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document, {
    attributeFilter: ['data-half-filled', 'data-sending'],
    childList: true,
    subtree: true,
  })
  return () => observer.disconnect()
}
